"""Cells that nobody means: whatever is typed, the kernel answers in words, in a stated time, and then prints 1.

Each cell has the time it may take on a slow machine, and what its end must be: a word of the sentence it is refused with,
or None where it runs. No answer may be larger than a page can show, however much a cell quotes.
"""

import os
import time

import pytest
import wire
from waiting import wait_until

MEGABYTES = 5_000_000
#: The most bytes of a reply and of all outputs together; what `print` writes is the user's own.
PAGE = 1_000_000
MARKS = "a" + "\u0301" * 1_000_000
LONG = "x" * MEGABYTES


def lines(count, line):
    return "\n".join(line.format(number) for number in range(count))


LAUGHS = "a0 = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "\n".join(
    f"a{number + 1} = [" + ", ".join([f"$a{number}"] * 10) + "]" for number in range(12)
)

#: What is tried: the cell, the seconds it may take, and what its complaint says (None: it runs).
CELLS = {
    # Much of everything.
    "a word of 5 MB": (LONG, 15, "There is no command"),
    "a key of 5 MB": (f"train {LONG}=1", 15, "train has no"),
    "a number of 5 MB": ("train hand epochs=" + "9" * MEGABYTES, 15, "epochs takes a whole number"),
    "a path of 5 MB": (f'dataset d path="{LONG}"', 30, "does not exist"),
    "a path of 2,500,000 folders": ('dataset d path="' + "p/" * (MEGABYTES // 2) + '"', 30, "does not exist"),
    "a name of 5 MB": (f"network {LONG} input=[4] {{ innerProduct 2; softmax }}", 15, "cannot be a name"),
    "a model nobody made, of 5 MB": (f"evaluate {LONG} on=y", 15, "There is no model called"),
    "a topic of 5 MB": (f"help {LONG}", 15, "There is no help on"),
    "a variable nobody set, of 5 MB": (f"print ${LONG}", 15, "has no value yet"),
    "an assignment with 5 MB too many": (f"x = 1 {LONG}", 15, "takes one value"),
    "a string of 5 MB": (f'print "{LONG}"', 30, None),
    "a list of 2,500,000": ("x = [" + "1," * (MEGABYTES // 2) + "]\nx = 0", 30, None),
    "a comment of 5 MB": ("#" + LONG, 15, None),
    "blanks of 5 MB": (" " * MEGABYTES, 15, None),
    "5,000,000 empty lines": ("\n" * MEGABYTES, 15, None),
    "5,000,000 semicolons": (";" * MEGABYTES, 15, None),
    "17 MB of source": ("x" * (17 << 20), 15, "at most 16,777,216 are read"),
    "10,000 assignments": (lines(10_000, "v{0} = {0}"), 30, None),
    "10,000 assignments to one name": (lines(10_000, "v = {0}"), 30, None),
    "10,000 statements": (lines(10_000, "print {0}"), 30, None),
    "3,000 displays": (lines(3000, "help undo"), 30, None),
    "20 MB of output": (f's = "{"x" * 10_000}"\n' + lines(2000, "print $s"), 30, None),
    "10,000 layers": ("network w input=[4] {\n" + "innerProduct 4\n" * 10_000 + "softmax\n}", 30, None),
    # Deep.
    "100,000 lists": ("x = " + "[" * 100_000, 6, "nested more than 64 deep"),
    "100,000 closed lists": ("x = " + "[" * 100_000 + "]" * 100_000, 6, "nested more than 64 deep"),
    "100,000 calls": ("x = " + "f(" * 100_000, 6, "nested more than 64 deep"),
    "100,000 blocks": ("a {\n" * 100_000, 6, "nested more than 64 deep"),
    "ten lists in ten lists, twelve times": (LAUGHS, 15, "holds too much to be filled in"),
    # Strange characters.
    "a NUL": ("print a\0b", 6, "invisible character"),
    "a NUL in a string": ('print "\\u{0}"', 6, None),
    "a NUL in a path": ('dataset d path="a\\u{0}b"', 6, "path takes"),
    "half a surrogate pair": ('print "\\ud800"', 6, "half of a surrogate pair"),
    "marks of direction": ("\u202e\u2066nope\u202c", 6, "There is no command"),
    "100,000 zero width spaces": ("\u200b" * 100_000, 6, None),
    "a million combining marks": (MARKS, 15, "There is no command"),
    "a million combining marks as a key": (f"train hand {MARKS}=1", 15, "train has no"),
    "a million combining marks printed": (f'print "{MARKS}"', 15, None),
    "a family of 300,000": ("x" + "\U0001f468\u200d" * 300_000, 15, "There is no command"),
    "an escape sequence": ('network "\\u{1b}[31m" input=[4] { softmax }', 6, "cannot be a name"),
    # Great numbers.
    "an exponent beyond all numbers": ("x = 1e999999999\nprint $x", 6, None),
    "epochs beyond all numbers": ("train hand epochs=1e999999999", 6, "epochs takes a whole number"),
    "a quintillion epochs": ("train small on=t.train epochs=1000000000000000000", 6, "epochs takes a whole number"),
    "a layer of a billion": ("network w input=[4] { innerProduct 1000000000; softmax }", 6, "outputChannels takes"),
    "a layer of a terabyte": (
        "network w input=[1000000] { innerProduct 1000000; softmax }", 6, "4 TB of memory",
    ),
    "a picture of a million by a million": (
        "network w input=[1000000, 1000000, 1000000] { flatten; innerProduct 2; softmax }", 6, "of memory",
    ),
    "a convolution of 100 GB": (
        "network w input=[3, 100000, 100000] { convolution 1000000 kernel=1000; flatten; softmax }", 6, "of memory",
    ),
    "maps of 30 GB": ("network w input=[1, 30000, 30000] { convolution 8; convolution 8; softmax }", 6, "of memory"),
}

#: A table of 100,000 rows in three classes, one of 100,000 classes, one with labels of 2 MB, and one of a million columns.
TABLES = {
    "t": (lambda row: f"{row % 3},{row % 7},{row % 11}", 100_000),
    "k": (lambda row: f"c{row},{row % 7},{row % 11}", 100_000),
    "wide": (lambda row: "L" * 2_000_000 + ",1,2", 3),
    "long": (lambda row: f"{row}," + ",".join(["1"] * 999_999), 2),
}

#: What is done with these tables, in this order: cells share what the ones before them made.
TABLE_CELLS = {
    "100,000 rows": ('dataset t csv="t.csv"', 30, None),
    "100,000 classes": ('dataset k csv="k.csv"', 30, None),
    "labels of 2 MB": ('dataset wide csv="wide.csv"', 30, None),
    "a million columns": ('dataset long csv="long.csv"', 30, None),
    "100,000 classes shown": ("show k", 30, None),
    "100,000 classes described": ("describe k", 30, None),
    "one of 100,000 classes": ("show k label=c99999", 30, None),
    "a class that 100,000 do not have": ("show k label=nobody", 30, "has no class nobody"),
    "a model for three classes": ("network small input=[2] { innerProduct 3; softmax }", 15, None),
    "100,000 classes for three outputs": ("train small on=k.train epochs=1", 30, "too few for 100,000 classes"),
    "an epoch of 80,000": ("train small on=t.train epochs=1 miniBatchSize=1000", 30, None),
    "100,000 answers": ("evaluate small on=t metrics=all calibration=false", 30, None),
    "100,000 answers in a gallery": ("gallery small on=t", 30, None),
    "100,000 answers in a matrix": ("confusion small on=t", 30, None),
    "a model for 100,000 classes": ("network great input=[2] { innerProduct 100000; softmax }", 30, None),
    "100,000 answers among 100,000": ("evaluate great on=k", 30, "of memory"),
    "nearest of 100,000 classes": ("knn near features=k", 30, "was not found"),
}


@pytest.fixture
def fresh(whet_argv, start, tmp_path):
    """A front end to a kernel of its own: what one cell does, the next cannot hide."""
    return start(whet_argv, environment={"WHET_STATE": str(tmp_path), "WHET_DATA": str(tmp_path)})


@pytest.fixture(scope="module")
def with_tables(whet_argv, tmp_path_factory):
    """A front end to a kernel in a folder of tables, the same for all tests with tables."""
    folder = tmp_path_factory.mktemp("tables")
    for name, (row, count) in TABLES.items():
        with open(folder / f"{name}.csv", "w") as file:
            file.writelines(row(number) + "\n" for number in range(count))
    state = tmp_path_factory.mktemp("state")
    kernel = wire.Kernel(whet_argv, environment={"WHET_STATE": str(state), "WHET_DATA": str(folder)})
    client = wire.Client(kernel)
    yield client
    client.close()
    kernel.close()


def expect(client, code, seconds, complaint):
    """Runs a cell; how it ends, how long that takes and how much it says are as they should be, and the kernel lives."""
    wire.best_within(seconds, lambda: run(client, code, complaint), tries=3)
    wire.best_within(6, lambda: run(client, "print 1", None, "1\n"), tries=3)


def run(client, code, complaint, text=None):
    """Runs a cell; how it ends and how much it says are as they should be. How long it took."""
    begin = time.monotonic()
    reply, outputs = client.run(code)
    took = time.monotonic() - begin
    if complaint is None:
        assert reply["status"] == "ok", reply["evalue"][:300]
    else:
        assert reply["status"] == "error" and reply["ename"] == "Mistake", reply
        assert complaint in reply["evalue"], reply["evalue"][:300]
        assert len(reply["evalue"]) <= 2000
    shown = [message for message in outputs if message.type not in ("execute_input", "stream")]
    assert len(str(reply)) < PAGE
    for message in shown:
        assert len(str(message.content)) < PAGE
    assert text is None or outputs[-1].content["text"] == text
    return took


@pytest.mark.parametrize("what", CELLS)
def test_cell(fresh, what):
    expect(fresh, *CELLS[what])


@pytest.mark.parametrize("what", TABLE_CELLS)
def test_table(with_tables, what):
    expect(with_tables, *TABLE_CELLS[what])


def test_all_output_arrives(fresh):
    """20 MB of lines, each as it was printed."""
    cell = f's = "{"x" * 10_000}"\n' + lines(2000, "print {0} $s")
    _, outputs = fresh.run(cell)
    text = "".join(message.content["text"] for message in outputs if message.type == "stream")
    assert text == "".join(f"{number} {'x' * 10_000}\n" for number in range(2000))


def test_ten_thousand_epochs_are_shown_at_most_ten_times_a_second(with_tables):
    client = with_tables
    client.run("network quick input=[2] { innerProduct 3; softmax }\ndataset t csv=\"t.csv\" split=[0.0002, 0.0001]")
    begin = time.monotonic()
    reply, outputs = client.run("train quick on=t.train epochs=10000 miniBatchSize=20")
    took = time.monotonic() - begin
    updates = [message for message in outputs if message.type == "update_display_data"]
    assert reply["status"] == "ok" and len(updates) <= 10 * took + 3


def ask(client, kind, content, ends):
    """Asks; the answer's status is one of these. How long it took."""
    begin = time.monotonic()
    assert client.ask(kind, content)["status"] in ends
    return time.monotonic() - begin


@pytest.mark.parametrize("kind", ["complete", "inspect"])
@pytest.mark.parametrize("what", ["a word of 5 MB", "a million combining marks", "100,000 lists", "100,000 blocks", "10,000 statements"])
def test_questions_about_such_cells(fresh, kind, what):
    code = CELLS[what][0]
    for cursor in (0, len(code) // 2, len(code)):
        content = {"code": code, "cursor_pos": cursor, "detail_level": 1}
        wire.best_within(15, lambda: ask(fresh, kind, content, ["ok"]), tries=3)


@pytest.mark.parametrize("what", ["a word of 5 MB", "a million combining marks", "100,000 lists", "100,000 blocks", "10,000 statements"])
def test_completeness_of_such_cells(fresh, what):
    content, ends = {"code": CELLS[what][0]}, ["complete", "incomplete", "invalid"]
    wire.best_within(15, lambda: ask(fresh, "is_complete", content, ends), tries=3)


def test_nothing_is_left_behind(with_tables):
    """After all those tables the process has the threads of any kernel, and gives back most of the memory."""
    place = f"/proc/{with_tables.kernel.process.pid}"
    wait_until(lambda: len(os.listdir(f"{place}/task")) < 16)
    with open(f"{place}/statm") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    assert resident < 2 << 30
