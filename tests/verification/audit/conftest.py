import pytest

import verification.audit.hearing as hearing


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    """Let every test hear its clips itself."""
    monkeypatch.setattr(hearing, "_KNOWN", {})
