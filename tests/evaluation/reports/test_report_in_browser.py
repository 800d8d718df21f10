"""The report in headless Chromium: it opens from disk, asks for nothing, and fits a telephone."""

import os
import shutil

import pytest

from evaluation.reports.page import write_page
from tests.evaluation.reports.test_report_page import hostile_report
from tests.verification.pages.test_page_in_browser import DESKTOP, FLAGS, NAMES, OVERFLOW, PHONE

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def chromium():
    binary = next(filter(None, map(shutil.which, NAMES)), None)
    if binary is None:
        said = f"no browser: none of {', '.join(NAMES)} is installed"
        if os.environ.get("SOUNDPROBE_NEED_BROWSER") == "1":
            pytest.fail(said)
        pytest.skip(said)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=binary, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def pages(report, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, made in (("plain", report), ("hostile", hostile_report(folder))):
        write_page(made, folder / f"{name}.html")
    return folder


@pytest.mark.parametrize("name", ["plain", "hostile"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_opens_asks_for_nothing_and_never_scrolls_sideways(chromium, pages, name, viewport):
    context = chromium.new_context(viewport=viewport)
    page, complaints, asked = context.new_page(), [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((pages / f"{name}.html").as_uri())
    assert page.evaluate(OVERFLOW) == 0
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "16px"  # the styles were let in
    context.close()
    assert complaints == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_the_drawn_bar_is_as_wide_as_its_score(chromium, pages, report):
    page = chromium.new_page(viewport=DESKTOP)
    page.goto((pages / "plain.html").as_uri())
    drawn = page.evaluate("""() => [...document.querySelectorAll("svg.score.model-1")].map((svg) =>
        svg.querySelector(".value").getBoundingClientRect().width / svg.getBoundingClientRect().width)""")
    scores = [task.scores["good"].value.value for task in report.table.tasks]
    page.close()
    assert drawn == pytest.approx(scores, abs=0.005)


def test_sections_and_wide_tables_are_reached_by_keyboard(chromium, pages):
    page = chromium.new_page(viewport=PHONE)
    page.goto((pages / "plain.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the tasks"
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.hash"))
    page.close()
    assert {"#levels", "#tasks", "#comparison", "Means by level", "Rates of replies", "Paired differences"} <= reached
