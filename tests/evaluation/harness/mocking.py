"""A mock model of inspect-ai, and what a log says."""

from inspect_ai import eval as inspect_eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model


def mock(answer):
    """A mock model that answers by a function of the messages."""

    def output(messages, tools, tool_choice, config):
        made = ModelOutput.from_content("mockllm/model", answer(messages))
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else it downloads a tokeniser
        return made

    return get_model("mockllm/model", custom_outputs=output, memoize=False)


def in_turn(replies):
    """A mock model that gives these replies one after another."""
    left = iter(replies)
    return mock(lambda _: next(left))


def evaluate(folder, model, **settings):
    """Evaluate the task of a built set; give its log."""
    (log,) = inspect_eval(
        f"soundprobe/{folder.name}",
        model=model,
        task_args={"dataset": str(folder), **settings},
        max_connections=1,
        max_samples=1,
    )
    assert log.status == "success", log.error
    return log


def metrics(log):
    """What the log's scorer came to, by name."""
    return {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
