"""Results as a table on the terminal, as a Markdown table, and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.harness.result import Result

_LIBRARIES = ("soundprobe", "numpy", "soxr", "soundfile", "pyworld-prebuilt", "pyarrow", "librosa", "datasets")
_HEAD = ("figure", "result", "wanted", "holds", "what it is")


def terminal_table(results: Sequence[Result]) -> str:
    """Give the results in columns of even width."""
    rows = [_HEAD[:4], *(_cells(result)[:4] for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2]), row[3]]) for row in rows
    )


def markdown_table(results: Sequence[Result]) -> str:
    """Give the results as a table for a document."""
    rows = [_HEAD, ("---", "---:", "---:", "---", "---"), *map(_cells, results)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def to_json(results: Sequence[Result], *, quick: bool) -> str:
    """Give the results with the machine and the versions they are of."""
    value = {
        "quick": quick,
        "machine": machine(),
        "packages": {name: version(name) for name in _LIBRARIES},
        "results": [result.to_json() for result in results],
    }
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def machine() -> dict[str, Any]:
    """Say what it was measured on."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def _cells(result: Result) -> tuple[str, ...]:
    if result.wanted is None:
        wanted, holds = "(told only)", ""
    else:
        sign = "≥" if result.bound == "at least" else "≤"
        wanted, holds = f"{sign} {_number(result.wanted, result.unit)}", "yes" if result.holds else "NO"
    return result.name, _number(result.value, result.unit), wanted, holds, result.about


def _number(value: float, unit: str) -> str:
    if unit == "MB":
        return f"{value:.0f} {unit}"
    return f"{value:.1f} {unit}" if value >= 10 else f"{value:.2f} {unit}"


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
