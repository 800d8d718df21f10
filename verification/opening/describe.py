"""Tell people what a question set was taken for."""

from __future__ import annotations

from verification.opening.collection import Collection


def describe(collection: Collection) -> list[str]:
    """Give lines for a terminal: the form, how many rows, which column is what, what else was noticed."""
    corpus = f" (the corpus {collection.corpus})" if collection.corpus else ""
    rows = f"{collection.rows:,} row{'s' * (collection.rows != 1)}"
    lines = [f"{collection.root}: {collection.form}{corpus}, {rows}"]
    absent = [role for role in ("question", "label", "options", "id") if role not in collection.roles.given()]
    if "options" in absent and any(note.startswith("options:") for note in collection.notes):
        absent.remove("options")
    lines += [f"  {note}" for note in collection.notes]
    return [*lines, f"  not found: {', '.join(absent)}"] if absent else lines
