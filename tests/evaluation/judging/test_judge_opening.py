from __future__ import annotations

import sys

import pytest

from evaluation.errors import JudgeError
from evaluation.judging.opening import open_judge
from evaluation.judging.rating import rate


def test_a_function_of_this_folder_judges(tmp_path, monkeypatch, detective):
    (tmp_path / "my_own_judge.py").write_text("def ask(prompt):\n    return 'Score: 3'\n\nnumber = 3\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    with open_judge("my_own_judge:ask") as judge:
        assert rate(judge, "A man.", detective, prompt="sagi_voice_detective").score == 3.0
        assert judge.name.startswith("my_own_judge:ask ")  # and its code: one that has changed is another judge
    with pytest.raises(JudgeError, match="no function 'number'"), open_judge("my_own_judge:number"):
        pass


def test_a_model_of_inspect_judges():
    with open_judge("mockllm/model") as judge:
        assert judge.name.startswith("mockllm/model ")


@pytest.mark.parametrize("name", ["", "gpt-4o", ":ask", "my_judge:", "no_such_module_at_all:ask"])
def test_another_name_is_told_what_names_there_are(name):
    with pytest.raises(JudgeError, match="openai/gpt-4o, or module:function"), open_judge(name):
        pass
