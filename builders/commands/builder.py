"""`python -m builders.NAME`: build, or check, the recipes of one builder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from builders.commands.build import split_options
from builders.commands.making import build_recipes, chosen_recipes, dataset_paths
from builders.commands.options import out_option, plan_options, source_options
from builders.commands.plain import PlainCommand


def run_builder(name: str) -> None:
    """Run the door of the builder module `name`."""
    builder_command(name).main(prog_name=f"python -m builders.{name}")


def builder_command(name: str) -> click.Command:
    """Make the command of one builder."""

    @click.command(name, cls=PlainCommand, help=_HELP.format(name=name))
    @click.option("--check", is_flag=True, help="Verify what was built instead of building.")
    @source_options
    @plan_options
    @out_option
    def command(*, check: bool, out: Path | None, **values: Any) -> None:
        from builders.engine.registry import recipes_of
        from recipes.catalogue.registry import recipes

        sources, options = split_options(values)
        chosen = chosen_recipes(recipes_of(name, recipes().values()), options)
        if check:
            from verification.commands.check import run_check

            folders = [paths.folder for paths in dataset_paths(chosen, out)]
            # What was built, against its promises: the audit, which takes minutes, is `soundprobe check`'s.
            code = run_check(folders, workers=options.processes(), as_json=False, max_findings=20, audited=False)
            sys.exit(code)
        build_recipes(chosen, out=out, source_options=sources, options=options)

    return command


_HELP = """Build the recipes of the {name} builder, or verify what was built.

\b
Examples:
  python -m builders.{name}
  python -m builders.{name} --check
  python -m builders.{name} --corpora /data --out build/level2

--check holds what was built against its record and recipe; `soundprobe check` audits it too.

Exit code: 0 when all holds, 1 when --check found something, 2 when it could not be done.
"""
