"""A cell of a printed table, as a number and how exactly it is known."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from evaluation.published.errors import ResultsError

_NOTHING = "-"


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as a paper prints it.

    Parameters
    ----------
    value : float
        What is printed; a percentage as a share (`12.50%` is 0.125).
    half_step : float
        Half a unit of the last printed digit, in the same unit: what rounding hides.
    """

    value: float
    half_step: float


def parse_cell(text: str, *, where: str, scale: int = 0) -> Printed | None:
    """Read a cell that may hold nothing: None for `-`, else as `parse_number` reads it."""
    return None if text.strip() == _NOTHING else parse_number(text, where=where, scale=scale)


def parse_number(text: str, *, where: str, scale: int = 0) -> Printed:
    """Read a number: `12.50%`, `1,234.5`, `-0.33`.

    Parameters
    ----------
    text : str
        The cell.
    where : str
        The table and its row, for the message.
    scale : int
        Power of ten that the number is multiplied by; -2 for percentages that are printed without their sign.

    Raises
    ------
    ResultsError
        If it is no number.
    """
    plain = text.strip()
    share = plain.endswith("%")
    try:
        number = Decimal(plain.removesuffix("%").strip().replace(",", "")).scaleb(scale - 2 * share)
    except InvalidOperation:
        number = Decimal("nan")
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int):  # "nan" and "inf" are Decimals too
        raise ResultsError(
            where=where,
            found=repr(text),
            wanted="a number or a percentage",
            remedy="compare the row with the paper's table",
        )
    return Printed(float(number), float(Decimal(5).scaleb(exponent - 1)))
