"""Whatever a text holds, Markdown shows it as text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from publishing.cards.markdown import cell, code, fenced, inline, one_line, plain

_MARKS = (
    *("<", ">", "&", "&lt;", "`", "``", "*", "**", "_", "__", "[", "]", "(", ")", "!", "|", "~~", "\\", "#", "# "),
    *("- ", "+ ", "1. ", "1) ", "=", "---", "```", "\n", "\n\n", " ", "    ", "a", "b1", "é", "<script>", "</a>"),
    *("<!--", "-->", "<b x='`'>", "$", "\t", "\u202e", ":", "{", "}"),
)
TEXTS = st.lists(st.sampled_from(_MARKS), max_size=12).map("".join)
INLINE = {"text", "code_inline", "text_special"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, (80, 150) Hz: 70 % of a_b.wav!", "plain, (80, 150) Hz: 70 % of a_b.wav!"),
        ("as `datasets` does", "as `datasets` does"),
        ("<b>&lt;", "&lt;b&gt;&amp;lt;"),
        ("a & b", "a & b"),
        ("[x](y) *z* _w_", "\\[x\\](y) \\*z\\* \\_w\\_"),
        ("# title\n- item", "\\# title - item"),
        ("1. one", "1\\. one"),
        ("1.5 dB", "1.5 dB"),
        ("one ` tick", "one \\` tick"),
        ("a\u202eb\x00\x1bc", "abc"),
    ],
)
def test_examples(text, shown):
    assert plain(text) == shown


def test_a_cell_keeps_its_pipes_and_a_fence_its_end():
    assert cell("a|b `c|d`") == "a\\|b `c\\|d`"
    assert inline("-30 to -15") == "-30 to -15"
    assert code("a`b\nc") == "`a'b c`"
    assert code("") == "` `"
    assert fenced("x\n```\ny", language="bash").count("```") == 2


@given(st.text())
def test_any_text_is_one_line_that_can_be_written(text):
    for shown in (plain(text), cell(text), code(text), one_line(text)):
        assert "\n" not in shown
        assert "\r" not in shown
        shown.encode("utf-8")


@given(TEXTS)
def test_no_markup_is_left_outside_code_spans(text):
    outside = re.sub(r"(?<![`\\])`[^`]+`(?!`)", "", plain(text))
    assert "<" not in outside
    assert ">" not in outside
    assert not re.search(r"(?<!\\)(?:\\\\)*[\[\]*~]", outside)


@given(TEXTS)
def test_a_parser_of_markdown_finds_nothing_but_text(text):
    parser = MarkdownIt("commonmark", {"html": True}).enable("table")
    (paragraph,) = [each for each in parser.parse(f"x {plain(text)}") if each.type == "inline"]
    assert {each.type for each in paragraph.children} <= INLINE
    for template, blocks in (("- {}\n- x", "list_item_open"), ("| a | b |\n|---|---|\n| {} | x |", "td_open")):
        write = cell if blocks == "td_open" else plain
        tokens = parser.parse(template.format(write(text)))
        assert [each.type for each in tokens].count(blocks) == 2
        assert {child.type for each in tokens for child in each.children or ()} <= INLINE
    shown = "".join(child.content for child in paragraph.children)
    told = re.sub(r"(?<!`)`([^`]+)`(?!`)", r"\1", one_line(text))
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", f"x{told}")
