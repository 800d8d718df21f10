"""What a builder is: drafts items from what is at hand, renders one, measures it, says what it heard."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from corpora.synthesis.utterance import Utterance
from manifests.rows import Scalar, SourceRef

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from builders.engine.supply import Supply
    from probe_signal.arrays import FloatArray, IntArray

SAMPLING_RATE = 16_000
MAX_DURATION_S = 30.0
NO_ANNOTATOR = (
    "No annotator: a label is computed from the parameters that a clip is made with and measured again on the samples "
    "that ship."
)


@dataclass(frozen=True, kw_only=True)
class Draft:
    """An item before it has an id, an instruction and an order of options.

    Parameters
    ----------
    key : str
        Unique in the recipe and stable: the item's id and draws hang on it.
    group : str
        Key of the group whose items must stay together and share instruction and order of options.
    label : str
        The right answer, one of the recipe's options; of an open task, a text of its own.
    sources : tuple of SourceRef
        What the item is made of.
    parameters : object
        An instance of the construction's `Parameters`.
    """

    key: str
    group: str
    label: str
    sources: tuple[SourceRef, ...]
    parameters: Any


P = TypeVar("P")
M = TypeVar("M")


class Construction(ABC, Generic[P, M]):
    """A builder's frozen parameter object; a recipe holds one.

    Subclasses are frozen dataclasses. `Parameters` and `Measurements` are dataclasses whose fields are bool,
    int, float or str (or None): they are columns of the published dataset. Everything random happens in
    `draft`; `render`, `measure`, `label_of` and `explain` are pure functions of their arguments.
    """

    operation: ClassVar[str]
    Parameters: ClassVar[type[Any]]
    Measurements: ClassVar[type[Any]]
    # Whether a group holds the same sound once for each label (a minimal pair).
    paired: ClassVar[bool]
    # Who says that an answer is right, as a card tells it.
    annotators: ClassVar[str] = NO_ANNOTATOR

    @abstractmethod
    def draft(self, supply: Supply) -> Sequence[Draft]:
        """Choose sources and draw parameters for every item.

        Raises
        ------
        PlanError
            If the supply cannot meet the recipe.
        """

    @abstractmethod
    def render(self, parameters: P, sources: Sequence[FloatArray]) -> FloatArray:
        """Make the clip.

        Parameters
        ----------
        parameters : Parameters
            The item's constants.
        sources : sequence of numpy.ndarray, shape (n,)
            The source clips: mono, 16 kHz, full scale 1.0, read-only.

        Returns
        -------
        numpy.ndarray, shape (n,) or (n, 2)
            The clip at 16 kHz; the engine quantises it once.
        """

    @abstractmethod
    def measure(self, parameters: P, pcm: IntArray) -> M:
        """Measure what ships (`pcm`, int16, shape (n,) or (n, 2))."""

    @abstractmethod
    def label_of(self, parameters: P, measurements: M) -> str:
        """Say which label the measurements support; `"none"` if they support none."""

    @abstractmethod
    def explain(self, parameters: P, measurements: M) -> str:
        """Say in a sentence, with the measured values, why the label is right."""

    def script(self) -> Sequence[Utterance]:
        """Give the lines that a synthesiser must say for it; none by default."""
        return ()

    def own_ids(self) -> frozenset[str]:
        """Give the ids beside those of recordings that the user may name to leave something out; none by default."""
        return frozenset()

    def digest_fields(self) -> Mapping[str, Any]:
        """Give what identifies this construction in a recipe's digest."""
        return {"operation": self.operation, **asdict(self)}  # type: ignore[call-overload]


def scalars(values: object) -> dict[str, Scalar]:
    """Give a parameters or measurements object as a dictionary of plain scalars.

    Raises
    ------
    ValueError
        If a value is not a plain bool, int, float, str or None, or not finite: it could not be written to a record.
    """
    found = {field.name: getattr(values, field.name) for field in fields(values)}  # type: ignore[arg-type]
    for name, value in found.items():
        if type(value) not in {bool, int, float, str, type(None)} or (isinstance(value, float) and not isfinite(value)):
            raise ValueError(f"{name}: found {value!r}, wanted a finite plain bool, int, float, str or None")
    return found


def read_only(samples: NDArray[Any]) -> NDArray[Any]:
    """Mark `samples` as shared: a builder that writes into a source would change its neighbour's clip."""
    samples.flags.writeable = False
    return samples
