"""The table of licences: what each identifier's own letters say, and nothing granted to what is not listed."""

import pytest

from publishing.licensing.table import known_licences, licence_named

CREATIVE = [spdx for spdx in known_licences() if spdx.startswith("CC-")]


@pytest.mark.parametrize("spdx", CREATIVE)
def test_the_flags_of_creative_commons_are_those_of_their_letters(spdx):
    licence = known_licences()[spdx]
    assert licence.commercial_use == ("-NC" not in spdx)
    assert licence.share_alike == ("-SA" in spdx)
    assert licence.derivatives == ("-ND" not in spdx)
    assert licence.redistribution
    assert licence.attribution
    assert spdx == f"{licence.family}-{licence.version}"
    kind = licence.family.removeprefix("CC-").lower()
    assert licence.url == f"https://creativecommons.org/licenses/{kind}/{licence.version}/"


@pytest.mark.parametrize("spdx", known_licences())
def test_every_entry_says_where_it_can_be_looked_up(spdx):
    licence = known_licences()[spdx]
    assert licence.title
    assert licence.url.startswith("https://")
    assert licence.source.startswith("https://")
    if not spdx.startswith("LicenseRef-"):
        assert licence.source == f"https://spdx.org/licenses/{spdx}.html"


def test_the_licences_of_the_field_are_known():
    wanted = {"CC0-1.0", "CC-BY-4.0", "CC-BY-3.0", "CC-BY-2.0", "CC-BY-SA-4.0", "CC-BY-NC-4.0", "CC-BY-NC-SA-4.0"}
    wanted |= {"CC-BY-NC-ND-4.0", "ODbL-1.0", "MIT", "Apache-2.0", "LicenseRef-Public-Domain", "LicenseRef-Virufy"}
    assert wanted <= known_licences().keys()
    used = {licence.used_by: spdx for spdx, licence in known_licences().items() if licence.used_by}
    assert used["RAVDESS"] == "CC-BY-NC-SA-4.0"
    virufy = licence_named("LicenseRef-Virufy")
    assert (virufy.redistribution, virufy.commercial_use, virufy.share_alike) == (False, False, True)


@pytest.mark.parametrize("name", ["LicenseRef-Mine", "GPL-3.0-only", "", "unknown"])
def test_what_is_not_listed_allows_nothing(name):
    licence = licence_named(name)
    assert (licence.redistribution, licence.commercial_use, licence.derivatives) == (False, False, False)


def test_a_name_is_found_in_any_case():
    assert licence_named("cc-by-4.0") is known_licences()["CC-BY-4.0"]
