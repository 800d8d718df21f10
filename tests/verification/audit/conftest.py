import pytest

from verification.audit import hearing


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch):
    """Let every test hear its clips itself."""
    monkeypatch.setattr(hearing, "_KNOWN", {})
