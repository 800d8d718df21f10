from dataclasses import replace

from tests.verification.planting import QUESTION


def rebuilt(planted, change):
    return planted.release([change(number, shipped) for number, shipped in enumerate(planted.shipped)]).check()


def test_labels_that_are_not_balanced(pitch_set, found):
    report = pitch_set.release(pitch_set.shipped[:-1]).check()
    assert found(report) == {("pitch-planted", "balance.labels")}
    assert report.findings[0].found == "4 (80, 150), 3 (180, 250)"


def test_an_option_that_is_never_right(pitch_set, found):
    report = pitch_set.release(pitch_set.shipped[:4]).check()
    assert found(report) == {("pitch-planted", "balance.labels"), ("pitch-planted", "balance.unused")}


def test_a_right_answer_that_is_no_option(pitch_set, found):
    def change(number, shipped):
        return shipped.saying(options=("(80, 150)", "(80, 150)")) if number == 5 else shipped

    report = rebuilt(pitch_set, change)
    assert {(pitch_set.id(5), "balance.options"), (pitch_set.id(5), "balance.label")} <= found(report)


def test_a_right_answer_that_always_stands_first(pitch_set, found):
    def first(number, shipped):
        item = shipped.item
        options = (item.label, *(option for option in item.options if option != item.label))
        text = QUESTION.format(*options)
        return shipped.saying(options=options, instruction=text)

    report = rebuilt(pitch_set, first)
    assert found(report) == {("pitch-planted", "balance.positions")}
    assert {finding.found for finding in report.findings} == {
        "(80, 150) as option 1: 4, 2: 0",
        "(180, 250) as option 1: 4, 2: 0",
    }


def test_an_instruction_in_other_words_is_named(pitch_set, found):
    def change(number, shipped):
        text = shipped.item.instruction.replace("Please answer", "Answer")
        return shipped.saying(instruction=text) if number == 6 else shipped

    report = rebuilt(pitch_set, change)
    assert (pitch_set.id(6), "balance.instruction") in found(report)
    assert {item for item, rule in found(report) if rule == "balance.instruction"} == {pitch_set.id(6)}


def test_one_order_of_options_has_one_text(pitch_set, found):
    def change(number, shipped):
        text = shipped.item.instruction.replace("Is it so", "So is it")
        return shipped.saying(instruction=text) if number == 6 else shipped

    assert found(rebuilt(pitch_set, change)) == {("pitch-planted", "balance.wording")}


def test_an_instruction_that_names_its_options_in_order_is_one_template(pitch_set):
    texts = {one.item.instruction for one in pitch_set.shipped}
    assert len(texts) == 2
    assert pitch_set.check().checks["balance.instruction"] == 8


def test_a_pair_with_two_instructions(volume_set, found):
    def change(number, shipped):
        options = shipped.item.options[::-1]
        text = QUESTION.format(*options)
        return shipped.saying(options=options, instruction=text) if number == 1 else shipped

    report = rebuilt(volume_set, change)
    assert {(volume_set.id(1), "pair.instruction"), (volume_set.id(1), "pair.options")} <= found(report)


def test_a_pair_of_two_sources(volume_set, found):
    def change(number, shipped):
        ref = replace(shipped.item.sources[0], item="another")
        return shipped.saying(sources=(ref,)) if number == 3 else shipped

    assert found(rebuilt(volume_set, change)) == {(volume_set.id(3), "pair.source")}


def test_a_pair_with_one_label_twice(binaural_set, found):
    report = binaural_set.tampered(1, lambda shipped: shipped.saying(label="left"))
    assert (binaural_set.id(0), "pair.labels") in found(report)


def test_a_clip_without_a_partner(volume_set, found):
    report = volume_set.release(volume_set.shipped[:7]).check()
    assert (volume_set.id(6), "pair.labels") in found(report)
    assert report.checks["volume.law"] == 3


def test_a_pair_that_lies_in_two_shards(volume_set, found):
    report = volume_set.release(cuts=[3]).check()
    assert found(report) == {(volume_set.id(3), "pair.shard")}
    assert "the clips were not compared" in report.findings[0].found


def test_a_pair_that_is_not_adjacent(volume_set, found):
    first, second, third, fourth = volume_set.shipped[:4]
    report = volume_set.release([first, third, second, fourth, *volume_set.shipped[4:]], cuts=[4]).check()
    assert found(report) == {(second.item.id, "pair.adjacent"), (fourth.item.id, "pair.adjacent")}


def test_groups_that_are_no_pairs_may_be_of_any_size(pitch_set):
    report = rebuilt(pitch_set, lambda number, shipped: shipped.saying(group="a" * 16))
    assert report.findings == ()
    assert "pair.labels" not in report.checks
