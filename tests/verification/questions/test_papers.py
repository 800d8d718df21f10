import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manifests.errors import RecordError
from verification.findings import Ledger
from verification.questions.licences import licence_in, licence_name, same_licence
from verification.questions.papers import check_papers

COMMIT = "77b8543bd9c7dfaa2a9f3817d17bb7d2da212353"
INSTANCE = {
    "name": "NoiseDetection_LJSpeech_MUSAN-Music",
    "description": "Detect noise in speech.",
    "keywords": "",
    "metrics": ["accuracy"],
    "path": "DynamicSuperb/NoiseDetection_LJSpeech_MUSAN-Music",
    "version": COMMIT,
}
APACHE = "                                 Apache License\n                           Version 2.0, January 2004\n"
CC_BY = "Creative Commons Attribution 4.0 International Public License\n\nBy exercising the Licensed Rights ..."
MIT = "MIT License\n\nCopyright (c) 2024 The authors\n\nPermission is hereby granted, free of charge, to any person"


def checked(folder, *, readme=None, instance=None, licence=None, rows=()):
    texts = {"README.md": readme, "instance.json": instance, "LICENSE": licence}
    for name, text in texts.items():
        if text is not None:
            (folder / name).write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    ledger = Ledger()
    check_papers(folder, ledger, name="the set", licences=rows)
    return ledger


def rules(ledger):
    return [finding.rule for finding in ledger.findings]


def card(licence, **more):
    lines = [f"license: {licence}", *(f"{key}: {value}" for key, value in more.items())]
    return "---\n" + "\n".join(lines) + "\n---\n\n# Noise detection\n"


def test_papers_that_agree(tmp_path):
    ledger = checked(
        tmp_path, readme=card("cc-by-4.0", version=COMMIT), instance=INSTANCE, licence=CC_BY, rows={"CC-BY-4.0"}
    )
    assert ledger.findings == []
    assert ledger.checks == {"card.instance": 1, "card.version": 2, "card.licence": 2}


def test_no_papers_no_rules(tmp_path):
    ledger = checked(tmp_path)
    assert ledger.findings == []
    assert sum(ledger.checks.values()) == 0


def test_papers_beside_a_file_that_was_named(tmp_path):
    (tmp_path / "questions.json").write_text("[]", encoding="utf-8")
    (tmp_path / "instance.json").write_text(json.dumps({**INSTANCE, "version": ""}), encoding="utf-8")
    ledger = Ledger()
    check_papers(tmp_path / "questions.json", ledger, name="the set", licences=())
    assert rules(ledger) == ["card.version"]


@pytest.mark.parametrize("field", list(INSTANCE))
def test_each_field_is_required(tmp_path, field):
    ledger = checked(tmp_path, instance={key: value for key, value in INSTANCE.items() if key != field})
    assert rules(ledger) == ["card.instance"]
    assert ledger.findings[0].found == f"instance.json without {field}"


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"author": "me"}, "with author besides"),
        ({"metrics": "accuracy"}, "with metrics 'accuracy', which is no list of names"),
        ({"metrics": []}, "with metrics [], which is no list of names"),
        ({"keywords": 3}, "with keywords 3, which is neither list nor text"),
        ({"path": " "}, "with a blank path"),
        ({"name": None}, "with a blank name"),
    ],
)
def test_fields_of_another_kind(tmp_path, changed, found):
    ledger = checked(tmp_path, instance=INSTANCE | changed)
    assert rules(ledger) == ["card.instance"]
    assert found in ledger.findings[0].found


@pytest.mark.parametrize("text", ["{", "[]", '"text"', "", "[" * 100_000])
def test_an_instance_that_is_no_object(tmp_path, text):
    ledger = checked(tmp_path, instance=text)
    assert rules(ledger) == ["card.instance"]


@pytest.mark.parametrize("version", ["", " ", "main", "v1.0", COMMIT[:39], COMMIT.upper(), f"{COMMIT}0", None, 7])
def test_a_version_that_is_no_commit(tmp_path, version):
    assert rules(checked(tmp_path, instance={**INSTANCE, "version": version})) == ["card.version"]


@pytest.mark.parametrize(
    "readme",
    [
        card("mit", version="0" + COMMIT[1:]),
        f"# Noise detection\n\n- Version: `{'a' + COMMIT[1:]}`\n",
        f"# Noise detection\n\n**Version**: {COMMIT[:6]}f\n",
    ],
)
def test_a_version_other_than_the_cards(tmp_path, readme):
    ledger = checked(tmp_path, readme=readme, instance=INSTANCE)
    assert rules(ledger) == ["card.version"]
    assert COMMIT in ledger.findings[0].found


@pytest.mark.parametrize(
    "readme", [f"# Noise\n\nversion: {COMMIT[:8]}\n", "# Noise\n\nVersion 2 of the corpus, 1995\n", card("mit")]
)
def test_a_card_that_names_the_version_or_none(tmp_path, readme):
    assert rules(checked(tmp_path, readme=readme, instance=INSTANCE)) == []


@pytest.mark.parametrize(
    ("readme", "licence", "rows"),
    [
        (card("cc-by-4.0"), APACHE, ()),
        (card("apache-2.0"), MIT, ()),
        (card("cc-by-4.0"), None, ("CC-BY-NC-SA-4.0",)),
        (card("cc-by-4.0"), None, ("CC BY 4.0", "unknown")),
        (card("cc-by-4.0"), None, ("CC BY-SA 4.0", "CC BY 4.0")),
        (card("cc-by-3.0"), CC_BY, ()),
        (card("other", license_name="'CC-BY-4.0, CC0-1.0'"), None, ("CC-BY-4.0", "CC-BY-NC-4.0")),
        (card("other", license_name="cc-by-3.0-and-cc-by-nd-3.0"), None, ("CC-BY-3.0 AND CC-BY-NC-ND-3.0",)),
        (card("cc-by-4.0"), None, ("CC-BY-4.0; CC-BY-SA-3.0",)),
        (None, None, ("",)),
    ],
)
def test_licences_that_differ(tmp_path, readme, licence, rows):
    ledger = checked(tmp_path, readme=readme, licence=licence, rows=rows)
    assert rules(ledger) == ["card.licence"]
    assert ledger.findings[0].severity == "warning"


@pytest.mark.parametrize(
    ("readme", "licence", "rows"),
    [
        (card("cc-by-4.0"), CC_BY, ("https://creativecommons.org/licenses/by/4.0/", "CC BY 4.0")),
        (card("cc0-1.0"), "CC0 1.0 Universal", ("CC0-1.0",)),
        (card("[cc-by-4.0, mit]"), MIT, ("CC BY 4.0",)),
        (card("other", license_name="'CC-BY-4.0, CC0-1.0'"), None, ("CC-BY-4.0", "CC0-1.0")),
        (card("other"), MIT, ("CC-BY-4.0",)),
        (card("other", license_name="cc-by-3.0-and-cc-by-nd-3.0-and-lgpllr"), None, ("CC-BY-ND-3.0", "CC-BY-3.0")),
        (card("[cc-by-4.0, cc0-1.0]"), None, ("CC-BY-4.0 AND CC0-1.0", "CC-BY-4.0; CC0-1.0")),
        (card("other", license_name="LDC User Agreement"), None, ("LDC User Agreement",)),
        ("# no header\n", MIT, ("CC-BY-4.0",)),
        ("---\n: : [\n---\n", MIT, ()),
        (card("cc-by-4.0"), "All rights are explained elsewhere.", ()),
    ],
)
def test_licences_that_agree_or_say_nothing(tmp_path, readme, licence, rows):
    assert checked(tmp_path, readme=readme, licence=licence, rows=rows).findings == []


def test_a_paper_that_cannot_be_read(tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text("# Noise", encoding="utf-8")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.read_text", refuse)
    with pytest.raises(RecordError, match=r"README\.md: found Permission denied"):
        checked(tmp_path)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("CC BY-NC-SA 4.0", "cc-by-nc-sa-4.0"),
        ("cc_by_4.0", "cc-by-4.0"),
        ("Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International", "cc-by-nc-sa-4.0"),
        ("Attribution-ShareAlike 4.0 International", "cc-by-sa-4.0"),
        ("https://creativecommons.org/licenses/by-nc/4.0/", "cc-by-nc-4.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "cc0-1.0"),
        ("Apache-2.0", "apache-2.0"),
        ("MIT", "mit"),
        ("PDDL", "pddl"),
        ("Public domain", "public-domain"),
    ],
)
def test_names_of_licences(text, name):
    assert licence_name(text) == name
    assert licence_name(name) == name


def test_a_licence_without_a_version_means_any():
    assert same_licence("cc-by", "cc-by-4.0")
    assert not same_licence("cc-by", "cc-by-nc-4.0")
    assert not same_licence("cc-by-3.0", "cc-by-4.0")
    assert licence_in("Permission may be asked for by mail.") == ""


@given(text=st.text(max_size=200))
def test_any_text_has_some_name(text):
    assert licence_name(licence_name(text)) == licence_name(text)
