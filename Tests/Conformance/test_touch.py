"""Views that are touched, as the kernel hears them: one comm for each, which is told until it is closed, also while a cell runs."""

import pytest

MAKE = "dataset t csv=\"t.csv\" shape=[1, 8, 8] split=[1, 0]; network n input=[1, 8, 8] seed=3 { flatten; innerProduct 2; softmax }"


@pytest.fixture(scope="module")
def touched(whet_argv, tmp_path_factory):
    """A front end to a kernel of whet with a network to train."""
    import wire

    folder = tmp_path_factory.mktemp("touch")
    table = folder / "t.csv"
    table.write_text("".join(f"{index % 2}," + ",".join(["1"] * 64) + "\n" for index in range(20)))
    kernel = wire.Kernel(whet_argv, environment={"WHET_STATE": str(folder / "state")})
    client = wire.Client(kernel)
    reply, _ = client.run(MAKE.replace("t.csv", str(table)))
    assert reply["status"] == "ok", reply
    client.outputs(client.send("comm_open", {"comm_id": "v", "target_name": "whet.touch", "data": {}}))
    yield client
    client.close()
    kernel.close()


def say(client, question, comm="v", **more):
    return client.send("comm_msg", {"comm_id": comm, "data": question}, **more)


def told(client, wanted):
    """The next thing that is told of which this is true."""
    while True:
        message = client.iopub()
        if message.type == "comm_msg" and wanted(message.content["data"]):
            return message.content["data"]


def ask(client, number, **question):
    say(client, {"id": number, **question})
    return told(client, lambda data: data.get("id") == number)


def test_the_output_has_a_table_and_the_line_for_others(touched):
    reply, outputs = touched.run("controls n on=t epochs=3")
    assert reply["status"] == "ok"
    data = [message.content["data"] for message in outputs if "data" in message.content][-1]
    assert {"application/vnd.whet.touch+json", "text/html", "text/plain"} <= set(data)
    assert data["application/vnd.whet.touch+json"]["line"] == (
        "train n on=t epochs=3 learningRate=0.001 miniBatchSize=8 background=true")
    assert "<table" in data["text/html"] and "train n on=t epochs=3" in data["text/plain"]


def test_a_training_is_begun_changed_and_paused_while_cells_run(touched):
    ask(touched, 1, ask="watch", model="n")
    answer = ask(touched, 2, ask="act", act="train", model="n", on="t", validate=[], epochs=1000000, augment=[])
    assert answer["line"] == "train n on=t epochs=1000000 background=true", answer
    assert "epochs" in told(touched, lambda data: "figure" in data)["figure"]
    reply, _ = touched.run("print 1")
    assert reply["status"] == "ok"
    assert ask(touched, 3, ask="act", act="setRate", model="n", learningRate=1e-5)["line"] == "set n learningRate=1e-5"
    assert ask(touched, 4, ask="act", act="pause", model="n")["line"] == "stop n"
    state = told(touched, lambda data: data.get("state", {}).get("standing") == "stopped")["state"]
    assert state["settings"]["learningRate"] == 1e-5


def test_nonsense_is_answered_by_a_sentence_and_the_kernel_lives(touched):
    for number, question in enumerate(
        [{"ask": "dance"}, {"ask": "act", "act": []}, {"ask": "act", "act": "train", "model": {}}, {"ask": "photos", "split": 3},
         {"ask": "piece", "upload": "u", "name": "n", "part": 0, "parts": 1}, {"ask": "predict", "models": "n", "upload": "u"},
         {"ask": "act", "act": "pause", "model": "x" * 2_000_000}], start=10):
        say(touched, {"id": number, **question})
        assert told(touched, lambda data: "problem" in data)["problem"]
    assert touched.run("print 1")[0]["status"] == "ok"


def test_a_photo_comes_in_pieces_beside_the_question(touched):
    for part in range(2):
        say(touched, {"id": 30 + part, "ask": "piece", "upload": "u", "name": "a.jpg", "part": part, "parts": 2},
            buffers=[b"no photo"])
        assert "problem" not in told(touched, lambda data: data.get("id") == 30 + part)
    answer = ask(touched, 32, ask="predict", models=["n"], upload="u")
    assert answer["answers"][0]["model"] == "n" and answer["answers"][0]["problem"]


def test_a_closed_view_is_told_nothing(touched):
    touched.outputs(touched.send("comm_close", {"comm_id": "v", "data": {}}))
    _, outputs = touched.run("train n on=t epochs=2 from=start")
    assert [message for message in outputs if message.type == "comm_msg"] == []
    touched.silent("iopub")
