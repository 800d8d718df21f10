"""The strictest combination, in whatever order; what cannot be together or passed on is refused with its reason."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpora.indexing.registry import corpora
from manifests.record import CorpusUse
from publishing.licensing.combining import governing, refusals
from publishing.licensing.grants import Grant, declared_grant, grant_of
from publishing.licensing.ledger import (
    LicenceError,
    combined_terms,
    may_publish,
    release_terms,
    require_publishable,
)
from publishing.licensing.table import known_licences, licence_named


def grant(spdx, title=None):
    title = title or f"corpus under {spdx}"
    return Grant(corpus=spdx, title=title, licence=licence_named(spdx), attribution=f"(c) {title}", declared=True)


def uses_of(*names):
    """Name corpora as a header does: each under its own licence."""
    known = corpora()
    licences = {name: known[name].licence.spdx if name in known else "MIT" for name in names}
    return [CorpusUse(name=n, title=n, licence=spdx, index_sha256="0" * 64, files=1) for n, spdx in licences.items()]


def terms_of(*names):
    return combined_terms([grant(name) for name in names])


class TestCombination:
    def test_nothing_but_synthesis_is_ours_to_give_away(self):
        terms = release_terms([])
        assert (terms.spdx, terms.licence, terms.attribution) == (("CC0-1.0",), "CC0-1.0", "")
        assert (terms.redistribution, terms.commercial_use, terms.share_alike) == (True, True, False)
        assert terms.hub_fields() == {"license": "cc0-1.0"}

    def test_the_corpora_that_are_here(self):
        terms = release_terms(uses_of("ljspeech", "librispeech", "speech_accent_archive", "librispeech"))
        assert terms.spdx == ("CC-BY-4.0", "CC-BY-NC-SA-2.0", "LicenseRef-Public-Domain")
        assert (terms.redistribution, terms.commercial_use, terms.share_alike) == (True, False, True)
        assert terms.hub_fields() == {"license": "cc-by-nc-sa-2.0"}
        assert len(terms.attribution.splitlines()) == 3
        assert corpora()["librispeech"].licence.attribution in terms.attribution
        assert terms.to_json() == {
            "spdx": ["CC-BY-4.0", "CC-BY-NC-SA-2.0", "LicenseRef-Public-Domain"],
            "redistribution": True,
            "commercial_use": False,
            "share_alike": True,
        }

    @pytest.mark.parametrize(
        ("names", "licence"),
        [
            (["CC-BY-4.0", "CC0-1.0"], "CC-BY-4.0"),
            (["CC-BY-3.0", "CC-BY-4.0", "CC-BY-2.0"], "CC-BY-4.0"),
            (["CC-BY-4.0", "CC-BY-NC-4.0"], "CC-BY-NC-4.0"),
            (["CC-BY-NC-SA-2.0", "CC-BY-NC-SA-4.0", "CC-BY-NC-4.0"], "CC-BY-NC-SA-4.0"),
            (["CC-BY-SA-4.0", "CC-BY-4.0", "LicenseRef-Public-Domain"], "CC-BY-SA-4.0"),
            (["CC-BY-4.0", "MIT"], ""),
            (["CC0-1.0", "LicenseRef-Public-Domain"], ""),
        ],
    )
    def test_the_licence_of_the_whole(self, names, licence):
        terms = terms_of(*names)
        assert (terms.licence, terms.refusals) == (licence, ())
        assert bool(terms.licence_url) == bool(licence)

    def test_terms_of_their_own_have_a_name_and_a_link_on_the_hub(self):
        assert release_terms(uses_of("ljspeech")).hub_fields() == {
            "license": "other",
            "license_name": "licenseref-public-domain",
            "license_link": "https://keithito.com/LJ-Speech-Dataset/",
        }

    def test_licences_of_which_none_governs_are_listed_on_the_hub(self):
        assert terms_of("CC-BY-4.0", "MIT").hub_fields() == {"license": ["cc-by-4.0", "mit"]}
        assert terms_of("LicenseRef-Public-Domain", "CC0-1.0").hub_fields() == {
            "license": "other",
            "license_name": "cc0-1.0-and-licenseref-public-domain",
        }

    @given(st.permutations(sorted(known_licences())), st.integers(1, 4))
    def test_the_order_does_not_matter_and_another_source_never_allows_more(self, names, count):
        chosen = names[:count]
        terms = terms_of(*chosen)
        turned = terms_of(*chosen[::-1])
        for field in ("spdx", "redistribution", "commercial_use", "share_alike", "licence"):
            assert getattr(terms, field) == getattr(turned, field)
        assert len(terms.refusals) == len(turned.refusals)
        fewer = terms_of(*chosen[:-1])
        assert terms.redistribution <= fewer.redistribution
        assert terms.commercial_use <= fewer.commercial_use
        assert terms.share_alike >= fewer.share_alike

    @given(st.lists(st.sampled_from(sorted(known_licences())), min_size=1, max_size=4))
    def test_the_licence_of_the_whole_allows_no_more_than_any_source(self, names):
        grants = [grant(name) for name in names]
        whole = governing(grants)
        if whole is not None and not refusals(grants):
            for each in grants:
                assert whole.commercial_use <= each.licence.commercial_use
                assert whole.attribution >= each.licence.attribution
                assert not each.licence.share_alike or whole.family == each.licence.family


class TestRefusal:
    @pytest.mark.parametrize(
        ("names", "reason"),
        [
            (["LicenseRef-Virufy"], "forbid redistribution (LicenseRef-Virufy, https://github.com/virufy/"),
            (["CC-BY-NC-ND-4.0"], "forbid derivatives"),
            (["CC-BY-ND-4.0", "CC0-1.0"], "forbid derivatives"),
            (["CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"], "shared under its own terms (CC-BY-SA-4.0, CC-BY-NC-SA-4.0)"),
            (["ODbL-1.0", "CC-BY-SA-4.0"], "shared under its own terms"),
            (["CC-BY-NC-4.0", "CC-BY-SA-3.0"], "CC-BY-SA-3.0 asks that the whole be free for commercial use too"),
            (["LicenseRef-Mine"], "forbid redistribution"),
        ],
    )
    def test_with_audio_it_says_why_and_offers_the_recipe_alone(self, names, reason):
        terms = terms_of(*names)
        assert not may_publish(terms, with_audio=True)
        assert may_publish(terms, with_audio=False)
        with pytest.raises(LicenceError) as caught:
            require_publishable(terms, with_audio=True, where="release demo-1.0.0")
        assert reason in caught.value.found
        assert bool(terms.licence) == (len(names) == 1), "nothing governs what cannot be together"
        assert caught.value.where == "release demo-1.0.0"
        assert "recipe-only" in caught.value.remedy
        require_publishable(terms, with_audio=False, where="release demo-1.0.0")

    def test_a_corpus_that_nobody_declares_forbids_everything(self):
        terms = release_terms(uses_of("librispeech", "nosuchcorpus"))
        assert not may_publish(terms, with_audio=True)
        assert terms.refusals == ("nosuchcorpus: nobody has declared its terms",)
        assert not terms.commercial_use

    def test_what_may_be_published_is(self):
        terms = release_terms(uses_of("demo", "librispeech"))
        assert may_publish(terms, with_audio=True)
        require_publishable(terms, with_audio=True, where="release demo-1.0.0")

    def test_three_corpora_under_two_licences_are_one_conflict(self):
        grants = [grant("CC-BY-SA-4.0", "a"), grant("CC-BY-SA-4.0", "b"), grant("CC-BY-NC-SA-4.0", "c")]
        assert len(refusals(grants)) == 1


def test_the_table_holds_a_module_that_declares_too_much():
    librispeech = corpora()["librispeech"]
    lax = replace(librispeech, licence=replace(librispeech.licence, spdx="CC-BY-NC-ND-4.0"))
    licence = declared_grant(lax).licence
    assert (licence.commercial_use, licence.derivatives) == (False, False)
    strict = replace(librispeech, licence=replace(librispeech.licence, redistribution=False))
    assert not declared_grant(strict).licence.redistribution


def test_a_module_may_declare_terms_that_are_not_listed():
    librispeech = corpora()["librispeech"]
    own = replace(librispeech, licence=replace(librispeech.licence, spdx="LicenseRef-Letter"))
    terms = combined_terms([declared_grant(own)])
    assert (terms.redistribution, terms.licence) == (True, "LicenseRef-Letter")


@pytest.mark.parametrize("name", list(corpora()))
def test_every_corpus_has_a_grant(name):
    each = grant_of(name)
    assert each.declared
    assert each.attribution == corpora()[name].licence.attribution


def test_terms_do_not_change():
    with pytest.raises(AttributeError):
        release_terms([]).spdx = ()


class TestRecordingsOfSeveralLicences:
    def use(self, name, licence):
        return CorpusUse(name=name, title=name, licence=licence, index_sha256="0" * 64, files=1)

    def test_every_licence_of_what_was_taken_counts(self):
        terms = release_terms([self.use("ms_snsd", "CC-BY-4.0 AND CC-BY-SA-3.0")])
        assert terms.spdx == ("CC-BY-4.0", "CC-BY-SA-3.0")
        assert terms.share_alike
        assert terms.licence == "CC-BY-SA-3.0"

    def test_one_that_stands_against_another_refuses_the_whole(self):
        terms = release_terms([self.use("ms_snsd", "ODbL-1.0 AND CC-BY-SA-3.0")])
        assert not terms.redistribution

    def test_speech_whose_engine_states_no_terms_may_not_be_passed_on(self):
        assert release_terms([self.use("synthesised", "CC0-1.0")]).redistribution
        assert not release_terms([self.use("synthesised", "LicenseRef-Unstated")]).redistribution
        assert not release_terms([self.use("synthesised", "CC0-1.0 AND LicenseRef-Unstated")]).redistribution

    def test_a_licence_that_the_corpus_does_not_have_forbids_everything(self):
        terms = release_terms([self.use("ljspeech", "CC-BY-4.0")])
        assert not terms.redistribution
        assert "nobody has declared" in terms.refusals[0]
