"""Canvases in notebooks, as the kernel hears them: a comm for each question, answered also while a cell runs."""

import pytest

NETWORK = "network n input=[1, 8, 8] init=zero seed=3 { flatten; innerProduct 2; softmax }; draw n"


@pytest.fixture(scope="module")
def drawing(whet_argv, tmp_path_factory):
    """A front end to a kernel of whet with a network to draw for."""
    import wire

    state = tmp_path_factory.mktemp("state")
    kernel = wire.Kernel(whet_argv, environment={"WHET_STATE": str(state)})
    client = wire.Client(kernel)
    reply, outputs = client.run(NETWORK)
    assert reply["status"] == "ok", reply
    client.canvas = [m.content["data"] for m in outputs if "data" in m.content][-1]
    yield client
    client.close()
    kernel.close()


def ask(client, question, target="whet.drawing"):
    """The messages a question gets, from busy to idle."""
    request = client.send("comm_open", {"comm_id": "c", "target_name": target, "data": question})
    answers = client.outputs(request)
    client.outputs(client.send("comm_close", {"comm_id": "c", "data": {}}))
    return answers


QUESTION = {"ask": "predict", "model": "n", "strokes": "M40,40 L90,90", "top": 1}


def test_the_output_is_a_canvas_with_words_for_others(drawing):
    assert set(drawing.canvas) == {"application/vnd.whet.drawing+json", "text/html", "text/plain"}
    assert drawing.canvas["application/vnd.whet.drawing+json"]["model"] == "n"
    assert "whet install" in drawing.canvas["text/plain"]


def test_a_question_is_answered_on_its_comm(drawing):
    (answer,) = ask(drawing, QUESTION)
    assert answer.type == "comm_msg" and answer.content["comm_id"] == "c"
    assert answer.content["data"]["classes"] == [{"label": "user0", "share": 0.5, "percent": "50.0 %"}]


def test_a_comm_may_be_opened_first_and_asked_later(drawing):
    assert drawing.outputs(drawing.send("comm_open", {"comm_id": "d", "target_name": "whet.drawing", "data": {}})) == []
    for _ in range(2):
        (answer,) = drawing.outputs(drawing.send("comm_msg", {"comm_id": "d", "data": QUESTION}))
        assert "classes" in answer.content["data"]
    drawing.outputs(drawing.send("comm_close", {"comm_id": "d", "data": {}}))


def test_it_is_answered_while_a_cell_runs(drawing, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("".join(f"{index % 2}," + ",".join(["1"] * 64) + "\n" for index in range(20)))
    drawing.run(f'dataset t csv="{table}" shape=[1, 8, 8] split=[1, 0]')
    training = drawing.execute("train n on=t epochs=1000000")
    drawing.wait_for("display_data", training)  # it is at work, and not just begun
    (answer,) = ask(drawing, QUESTION)
    assert "A cell is running: n answers as it was before." == answer.content["data"]["remark"]
    drawing.ask("interrupt", channel="control")
    drawing.reply(training)


@pytest.mark.parametrize(
    "question",
    [
        {"ask": None}, {"ask": "dance", "model": "n"}, {"ask": "predict", "model": {"a": [1] * 50}, "strokes": 5},
        {"ask": "predict", "model": "n", "strokes": "M1,1 " * 20000}, {"ask": "predict", "model": "n" * 100000, "strokes": "M1,1"},
        {"ask": "keep", "model": "n", "strokes": "M1,1", "keep": "/etc/passwd", "label": "x"},
    ],
)
def test_a_question_that_makes_no_sense_gets_a_sentence(drawing, question):
    (answer,) = ask(drawing, question)
    assert answer.content["data"]["problem"]
    assert "classes" in ask(drawing, QUESTION)[0].content["data"]


@pytest.mark.parametrize("data", [None, [], "predict", 5])
def test_data_that_is_no_object_does_no_harm(drawing, data):
    request = drawing.send("comm_open", {"comm_id": "e", "target_name": "whet.drawing", "data": data})
    assert drawing.outputs(request) == []
    assert "classes" in ask(drawing, QUESTION)[0].content["data"]
