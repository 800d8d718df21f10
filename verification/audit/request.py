"""What an audit is asked to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verification.opening.collection import Roles


@dataclass(frozen=True, kw_only=True)
class AuditRequest:
    """What to audit, and what is known of it.

    Parameters
    ----------
    path : pathlib.Path
        The set: a folder or a file.
    roles : Roles
        Which columns are what, as far as it is told.
    label_pattern : str
        A regular expression that finds the label in a file's path.
    task : str
        The property that the questions ask for, by the name that `verification/truth/` knows it by.
    style : str
        A contribution format whose own rules apply too: `dynamic-superb`.
    inherent : mapping of str to str
        Feature families or features that are the property, with the reason; by them nobody cheats. Those of the
        task apply in any case.
    survival : bool
        Whether to try what is left of the property after a model's front end.
    treatments : tuple of str
        Which front ends; all of them if none is named.
    own : bool
        Whether the questions are a recipe's of ours. That one of its options stands inside another is the paper's
        choice then: worth a note, and no warning.
    workers : int
        Processes.
    notes : tuple of str
        Where what is known of the set is from, in sentences.
    """

    path: Path
    roles: Roles = field(default_factory=Roles)
    label_pattern: str = ""
    task: str = ""
    style: str = ""
    inherent: Mapping[str, str] = field(default_factory=dict)
    survival: bool = False
    treatments: tuple[str, ...] = ()
    own: bool = False
    workers: int = 1
    notes: tuple[str, ...] = ()
