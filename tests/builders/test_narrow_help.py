"""Help fits the terminal, and an example that was folded is still the same command."""

import shlex

import click
import hypothesis.strategies as st
import pytest
from hypothesis import given

from builders.commands.plain import NarrowHelp, folded
from builders.commands.roof import main

words = st.text(st.characters(whitelist_categories=("Ll", "Nd"), whitelist_characters="/=.-"), min_size=1, max_size=20)


def commands(command, name="soundprobe"):
    """Give a command and all below it, by what the user types."""
    yield name, command
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            yield from commands(command.get_command(click.Context(command), each), f"{name} {each}")


ALL = {name: command for name, command in commands(main) if isinstance(command, NarrowHelp)}


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("name", ALL)
def test_no_line_of_help_is_wider_than_the_terminal(monkeypatch, name, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = ALL[name].get_help(click.Context(ALL[name], info_name=name)).splitlines()
    assert lines[0].startswith(f"Usage: {name} [OPTIONS]")
    assert len(lines) > 8
    assert max(map(len, lines)) <= columns


def test_an_example_breaks_before_an_option_and_keeps_its_value():
    line = "    soundprobe audit questions.json --audio clip_path --label gold --html report.html"
    assert folded(line, 60) == [
        "    soundprobe audit questions.json --audio clip_path \\",
        "      --label gold --html report.html",
    ]
    assert folded(line, 100) == [line]
    assert folded("    what is no command " + "is left alone " * 9, 60) == [
        "    what is no command " + "is left alone " * 9
    ]


@given(st.lists(words, max_size=12), st.integers(40, 100))
def test_a_folded_command_is_the_same_command(arguments, width):
    line = "  soundprobe " + " ".join(arguments)
    pieces = folded(line, width)
    joined = "".join(piece.removesuffix("\\") for piece in pieces)
    assert shlex.split(joined) == shlex.split(line)
    assert all(len(piece) <= width for piece in pieces)
    assert all(piece.endswith(" \\") for piece in pieces[:-1])
