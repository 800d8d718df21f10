"""A page of a realistic audit, written once."""

import pytest

from tests.verification.pages.audits import clips_of, realistic_report
from verification.pages.page import write_page


@pytest.fixture(scope="session")
def audited():
    return realistic_report()


@pytest.fixture(scope="session")
def some_clips(audited):
    return clips_of(audited)


@pytest.fixture(scope="session")
def page_path(audited, some_clips, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    write_page(audited, some_clips, path)
    return path
