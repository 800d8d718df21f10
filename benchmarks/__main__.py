"""`python -m benchmarks`: run the benchmarks and print their table.

Exit code 0 if every figure is as wanted, 1 if one is not.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.harness.isolation import FreshProcess
from benchmarks.harness.registry import benchmark_names, run_benchmark
from benchmarks.harness.report import markdown_table, terminal_table, to_json
from benchmarks.harness.result import Result, Settings
from builders.commands.options import where_options
from builders.commands.plain import PlainCommand
from manifests.atomic import write_text_atomically


@click.command(cls=PlainCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--quick", is_flag=True, help="Smaller sizes, about two minutes: a look, not a figure to publish.")
@click.option("--json", "target", type=click.Path(path_type=Path), default=Path("build/bench.json"), show_default=True)
@click.option("--markdown", is_flag=True, help="Print the table of docs/benchmarks.md and nothing else.")
@where_options
def main(
    *, names: tuple[str, ...], quick: bool, target: Path, markdown: bool, given: dict[str, Path], below: Path | None
) -> None:
    """Measure speed and memory, as ratios within this run. NAME is a benchmark; without one, all are run.

    \b
    Examples:
      python -m benchmarks
      python -m benchmarks volume workers
      python -m benchmarks pitch_labels --corpus librispeech=/data/LibriSpeech
    """
    from corpora.demo import demo_root

    known = benchmark_names()
    for name in names:
        if name not in known:
            raise click.BadParameter(f"{name!r} is none of {', '.join(known)}", param_hint="NAME")
    corpora = _corpora(given, below)
    demo = demo_root()
    results: list[Result] = []
    for name in names or known:
        results += _run(name, quick=quick, demo=demo, corpora=corpora)
        write_text_atomically(target, to_json(results, quick=quick))
    click.echo(markdown_table(results) if markdown else terminal_table(results))
    if not all(result.holds for result in results):
        sys.exit(1)


def _run(name: str, *, quick: bool, demo: Path, corpora: dict[str, Path]) -> Sequence[Result]:
    """Run one benchmark in a process and a folder of its own."""
    started = time.monotonic()
    click.echo(f"{name} ...", err=True)
    with tempfile.TemporaryDirectory(prefix="soundprobe-bench-") as scratch, FreshProcess() as process:
        settings = Settings(quick=quick, scratch=Path(scratch), demo=demo, corpora=corpora)
        results = process.call(run_benchmark, name, settings)
    click.echo(f"{name}: {time.monotonic() - started:.0f} s", err=True)
    return results


def _corpora(given: dict[str, Path], below: Path | None) -> dict[str, Path]:
    from corpora.indexing.registry import locate_all

    return {**(locate_all(below) if below is not None else {}), **given}


if __name__ == "__main__":
    main()
