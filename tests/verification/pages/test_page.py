"""The page as text: it is whole, needs nothing, and takes names and labels for what they are."""

import base64
import hashlib
import json
import re
from dataclasses import replace

import pytest

from manifests.errors import OutputError
from tests.verification.pages.audits import spoken
from tests.verification.pages.reading import read
from verification.audit.model import AuditReport, ItemSummary
from verification.findings import Finding
from verification.pages.clip import picture_of
from verification.pages.page import page_text, write_page
from verification.survival.table import WORDS

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script><!--",
    "\"><img src=x onerror=alert(3)> ' onmouseover='alert(4)",
    "\u202eשלום \u202e عربى\u202d",
    "a" * 2000,
    "</style></title></textarea>&lt;b&gt;&amp;",
    "{{ 7 * 7 }}{% raw %}",
    "__proto__",
    "nul \x00, tab \t, line\u2028paragraph\u2029 and half a pair \udc80",
    "http://example.org/x.js",
    "",
]


def bare(**changes):
    blank = {
        "name": "a",
        "form": "JSON list",
        "roles": {},
        "notes": (),
        "rows": 0,
        "clips": 0,
        "labels": {},
        "findings": (),
        "checks": {},
    }
    return AuditReport(**{**blank, **changes})


def hostile_report():
    """Every text field holds something that is not meant for a page."""
    items = tuple(
        ItemSummary(
            number=index,
            name=text,
            split=text,
            label=text,
            question=text,
            options=(text, text),
            group=text,
            duration_s=float("nan") if index == 2 else 1.5 + index,
            sampling_rate=16_000,
            channels=1,
            rms_dbfs=float("-inf"),
            features={"duration_s": 1.5 + index, "rms_dbfs": float("nan")},
            measured={text or "x_hz": float("inf")},
            holds=None,
            rules=(text or "rule",),
        )
        for index, text in enumerate(HOSTILE)
    )
    findings = tuple(Finding(text, text or "rule", text, text, "error") for text in HOSTILE)
    return bare(
        name=HOSTILE[1],
        form=HOSTILE[0],
        roles={"audio": tuple(HOSTILE), HOSTILE[2]: (HOSTILE[1],)},
        notes=tuple(HOSTILE),
        rows=len(HOSTILE),
        clips=len(HOSTILE),
        labels=dict.fromkeys(HOSTILE, 3),
        findings=findings,
        checks=dict.fromkeys(HOSTILE, 5),
        task=HOSTILE[0],
        task_title=HOSTILE[1],
        agreement={HOSTILE[2]: 3},
        items=items,
    )


@pytest.fixture(scope="module")
def page(page_path):
    return read(page_path.read_text("utf-8"))


@pytest.fixture(scope="module")
def hostile_page():
    report = hostile_report()
    sound, data = spoken(120, 1.0, rising=True, seed=0)
    return read(page_text(report, [picture_of(sound, text, data) for text in HOSTILE]))


@pytest.mark.parametrize("which", ["page", "hostile_page"])
def test_well_formed(which, request):
    page = request.getfixturevalue(which)
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert page.faults == []
    assert len(ids) == len(set(ids))
    targets = {attrs["href"] for attrs in page.all("a") if not attrs["href"].startswith("#item-")}
    assert {target[1:] for target in targets} <= set(ids)
    for label in ("aria-labelledby", "for"):
        assert {attrs[label] for _, attrs in page.elements if label in attrs} <= set(ids)


@pytest.mark.parametrize("which", ["page", "hostile_page"])
def test_refers_to_nothing_outside(which, request):
    page = request.getfixturevalue(which)
    for tag, attrs in page.elements:
        for name in ("src", "href", "srcset", "action", "data", "poster"):
            assert (attrs.get(name) or "#").startswith(("#", "data:")), (tag, attrs)
        assert not {name for name in attrs if name.startswith("on") or name == "style"}, (tag, attrs)
    for kind, attrs, text in page.scripts:
        if attrs.get("type") != "application/json":
            assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttp", text), kind


@pytest.mark.parametrize("which", ["page", "hostile_page"])
def test_policy_allows_the_own_styles_and_scripts_only(which, request):
    page = request.getfixturevalue(which)
    policy = next(
        attrs["content"] for attrs in page.all("meta") if attrs.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    hashes = set(re.findall(r"'sha256-([^']+)'", policy))
    own = [text for _, attrs, text in page.scripts if attrs.get("type") != "application/json"]
    assert {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in own} == hashes
    assert len(own) == 3


def test_every_picture_has_words(page):
    assert len(page.all("img")) == 6
    assert all("Spectrogram" in attrs["alt"] and attrs["width"] and attrs["height"] for attrs in page.all("img"))
    pictures = [attrs for attrs in page.all("svg") if attrs.get("role") == "img"]
    assert len(pictures) > 30
    assert all(attrs["aria-label"] and attrs["height"] for attrs in pictures)
    assert all(attrs["aria-label"] for attrs in page.all("audio"))


def test_says_what_the_audit_found(page, audited):
    text = " ".join(" ".join(page.text).split())
    for finding in audited.findings:
        assert finding.rule in text
        assert finding.wanted in text
    for score in audited.shortcuts:
        assert score.family.lower() in text.lower()
    for row in audited.survival:
        assert row.title in text
        assert WORDS[row.verdict] in text
    for note in audited.notes:
        assert note in text
    assert "choice_a" in text
    assert "3 clips of 200 (1.50 %) last longer than 30 s" in text


def words_of(report):
    return " ".join(" ".join(read(page_text(report, [])).text).split())


def test_what_was_not_tried_is_told_with_its_reason_and_without_a_score(audited):
    text = words_of(audited)
    assert "Form not tried : the same for all rows" in text
    assert "p is the share of random shufflings" in text
    none = replace(audited, shortcuts=(), notes=("Shortcuts were not tried: 3 rows have a label, and 20 are needed.",))
    assert text.count("not tried") == 1
    assert words_of(none).count("Shortcuts were not tried: 3 rows have a label, and 20 are needed.") == 2  # and a note
    assert "p is the share" not in words_of(none)


def test_columns_are_told_once_with_how_they_were_found(audited):
    notes = (
        "audio: column `audio` (by the form)",
        "label: column `answer` (guessed)",
        "options: columns `a`, `b` (given)",
    )
    text = words_of(replace(audited, notes=(*notes, "the length is declared in column `x` (s)")))
    assert "audio by the form" in text
    assert "answer guessed" in text
    assert "choice_a , choice_b given" in text
    assert not [note for note in notes if note in text]
    assert "the length is declared in column x (s)" in text
    assert "a ` alone" in words_of(replace(audited, notes=("a ` alone",)))


def test_answers_that_no_plot_shows_are_owned_up_to(audited):
    assert "most frequent of" not in words_of(audited)
    many = replace(audited, labels={f"label {index}": 16 for index in range(12)})
    items = tuple(replace(item, label=f"label {item.number % 12}") for item in audited.items)
    assert "Only the 10 most frequent of 12 answers are drawn." in words_of(replace(many, items=items))


def test_of_free_text_no_bars_and_no_features_are_drawn(audited):
    labels = {f"he said {number} words": 1 for number in range(len(audited.items))}
    roles = {name: columns for name, columns in audited.roles.items() if name != "options"}
    words = words_of(replace(audited, labels=labels, roles=roles))
    assert f"free text: {len(labels)} different answers in {audited.rows} rows" in words
    assert "How often each stands" not in words
    assert "Features by answer" not in words
    assert "Features by answer" in words_of(replace(audited, labels=labels))  # options are offered


def test_verdict_first(page):
    order = [attrs["id"] for attrs in page.all("section")]
    assert order == ["findings", "opened", "answers", "shortcuts", "features", "survival", "durations", "items"]
    text = " ".join(page.text)
    assert 0 < text.index("16 errors by 3 rules and 8 warnings by 4 rules") < text.index("Findings")


def test_hostile_texts_stay_texts(hostile_page):
    assert [attrs for attrs in hostile_page.all("img") if attrs.get("src") == "x"] == []
    assert len(hostile_page.all("script")) == 3
    text = "".join(hostile_page.text)
    for hostile in HOSTILE[:3]:
        assert hostile in text
    assert "49" not in text.split("{{ 7 * 7 }}")[1][:20]


def test_embedded_data_read_back_as_they_were(hostile_page):
    embedded = next(text for _, attrs, text in hostile_page.scripts if attrs.get("type") == "application/json")
    data = json.loads(embedded, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert [item["name"] for item in data["items"]] == HOSTILE
    assert [item["options"][0] for item in data["items"]] == [
        text[:499] + "…" if len(text) > 500 else text for text in HOSTILE
    ]
    own = [[data["findings"][index][3] for index in item["findings"]] for item in data["items"]]
    assert [texts[0][:500] for texts in own] == [text[:500] for text in HOSTILE]


def test_nothing_found_and_nothing_there():
    page = read(page_text(bare(checks={"audio.decodes": 3}), []))
    assert page.faults == []
    assert "Nothing to object to in 3 checks by 1 rule." in " ".join(page.text)


def test_a_clip_of_no_row_is_left_out_and_rows_that_share_an_id_share_nothing_else(audited, some_clips):
    items = (audited.items[0], replace(audited.items[1], name=audited.items[0].name))
    sound, data = spoken(120, 0.5, rising=True, seed=0)
    page = read(page_text(replace(audited, items=items), [picture_of(sound, items[0].name, data), some_clips[-1]]))
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert len(page.all("audio")) == 1


def test_writes_whole_or_not_at_all(tmp_path, audited):
    target = tmp_path / "folder"
    target.mkdir()
    with pytest.raises(OutputError):
        write_page(audited, [], target)
    path = tmp_path / "deep" / "report.html"
    write_page(audited, [], path)
    first = path.read_bytes()
    write_page(audited, [], path)
    assert path.read_bytes() == first
    assert [each.name for each in path.parent.iterdir()] == ["report.html"]


def test_five_thousand_rows_stay_small(audited):
    items = tuple(replace(audited.items[number % 200], number=number, name=f"row-{number}") for number in range(5000))
    text = page_text(replace(audited, items=items, rows=5000), [])
    assert len(text) < 6_000_000
    assert len(read(text).all("tr")) < 200
