"""Which treatments there are: the modules of the folder `verification/survival/treatments/`."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache

from corpora.indexing.faults import import_fault
from manifests.errors import SoundprobeError
from verification.survival import treatments as folder
from verification.survival.treatment import Treatment


class TreatmentError(SoundprobeError):
    """There is no treatment of that name, or a module of the folder declares none."""


@cache
def treatments() -> Mapping[str, Treatment]:
    """Give every treatment by name, in the order of the table.

    Raises
    ------
    TreatmentError
        If a module in the folder cannot be imported or declares no treatment of its own name.
    """
    modules = [found.name for found in pkgutil.iter_modules(folder.__path__) if not found.ispkg]
    found = sorted(map(_declared, modules), key=lambda treatment: (treatment.order, treatment.name))
    return {treatment.name: treatment for treatment in found}


def treatments_named(names: Sequence[str]) -> Mapping[str, Treatment]:
    """Give some treatments by name, in the order of the table, each once.

    Raises
    ------
    TreatmentError
        If there is none of one of the names.
    """
    known = treatments()
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name.lower().replace("_", "-"), known, n=3, cutoff=0.5)
            raise TreatmentError(
                where=f"treatment {name!r}",
                found="no treatment of that name",
                wanted=f"one of {', '.join(known)}",
                remedy=f"did you mean {' or '.join(map(repr, near))}?" if near else "give one of these names",
            )
    return {name: treatment for name, treatment in known.items() if name in names}


def _declared(module_name: str) -> Treatment:
    file, name = f"verification/survival/treatments/{module_name}.py", module_name.replace("_", "-")
    wanted = f"TREATMENT = ..., a Treatment whose name is {name!r}"
    try:
        module = importlib.import_module(f"{folder.__name__}.{module_name}")
    except (Exception, SystemExit) as error:  # someone's module: it may do anything
        place, found = import_fault(f"{folder.__name__}.{module_name}", error)
        raise TreatmentError(where=f"{file}{place}", found=found, wanted=wanted, remedy=f"correct {file}") from error
    treatment = getattr(module, "TREATMENT", None)
    if isinstance(treatment, Treatment) and treatment.name == name:
        return treatment
    if isinstance(treatment, Treatment):
        found = f"a treatment named {treatment.name!r}"
    elif treatment is None:
        found = "no TREATMENT"
    else:
        found = f"TREATMENT of type {type(treatment).__name__}"
    raise TreatmentError(
        where=file, found=found, wanted=wanted, remedy="declare it, or move the file out of the folder"
    )
