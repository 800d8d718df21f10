"""A tree in the cache: that it is made is said once, in a log too; what is there already says nothing."""

from corpora.synthesis.kept import kept_tree


def test_making_is_told_once(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("SOUNDPROBE_CACHE", str(tmp_path))

    def write(writer):
        writer.add("a.txt", b"a")
        writer.add("b.txt", b"b")

    def made():
        return kept_tree("noises", version="1", write=write, title="noises", room="1 kB")

    root = made()
    assert capsys.readouterr().err == f"making noises: once, kept in {root.parent}\n"
    assert made() == root
    assert capsys.readouterr() == ("", "")
