"""Tables in JupyterLab and in Notebook 7, with real mouse and keys: sorted, filtered, opened, copied; runs chosen for a plot."""

import pytest
from notebooks import DATA, complaints, opened, write

CELLS = [
    DATA,
    "train hand on=hands.train validate=hands.test epochs=50 learningRate=1e-4",
    "train hand on=hands.train validate=hands.test epochs=20 learningRate=1e-3 from=start",
    "runs",
    "evaluate hand on=hands.test rows=true",
]


@pytest.fixture(scope="module")
def page(kernel, desk, front):
    page = opened(desk, write(desk.folder, f"tables-{front}.ipynb", CELLS, kernel), front)
    page.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def table(page, cell, place=0):
    """A table of a cell, opened where it is folded."""
    page.page.evaluate("cell => document.querySelectorAll('.jp-CodeCell')[cell].querySelectorAll('details').forEach(fold => fold.open = true)", cell)
    frame = page.page.locator(".jp-CodeCell").nth(cell).locator(".whet-table-frame").nth(place)
    frame.scroll_into_view_if_needed()
    return frame


def column(frame, place):
    """What stands in a column of the rows that are shown."""
    return frame.locator("table").evaluate("""(table, place) => [...table.tBodies[0].rows]
      .filter(row => row.getBoundingClientRect().height > 0 && row.cells.length > 1)
      .map(row => row.cells[place].innerText.trim())""", place)


def copied(page, frame):
    frame.hover()
    frame.get_by_role("button", name="Copy").click()
    frame.get_by_text("Copied").wait_for()
    return [line.split("\t") for line in page.page.evaluate("() => navigator.clipboard.readText()").strip("\n").split("\n")]


def test_rows_left_out_are_opened_by_a_click(page, front):
    frame = table(page, 1)
    assert column(frame, 0) == ["1", "2", "3", "4", "5", "6", "45", "46", "47", "48", "49", "50"]
    frame.get_by_role("button", name="38 more rows").click()
    assert column(frame, 0) == [str(epoch) for epoch in range(1, 51)]
    assert frame.get_by_text("more rows").count() == 0
    assert complaints(page, front) == []


def test_a_click_sorts_and_the_third_undoes_it(page):
    frame = table(page, 2)
    loss = frame.get_by_role("button", name="validation loss")
    loss.click()
    values = [float(text) for text in column(frame, 4)]
    assert len(values) == 20 and values == sorted(values)
    assert frame.locator("th").nth(4).get_attribute("aria-sort") == "ascending"
    loss.focus()
    page.page.keyboard.press("Enter")
    assert [float(text) for text in column(frame, 4)] == sorted(values, reverse=True)
    page.page.keyboard.press("Enter")
    assert column(frame, 0) == [str(epoch) for epoch in range(1, 21)]
    assert frame.locator("[aria-sort]").count() == 0


def test_typing_filters(page):
    frame = table(page, 4)
    everything = column(frame, 0)
    assert len(everything) == 15
    frame.hover()
    frame.get_by_role("searchbox").click()
    label = "✊"
    page.page.keyboard.type(label)
    shown = len(column(frame, 0))
    assert 5 <= shown < 15 and all(label in row for row in frame.locator("tbody tr:visible").all_inner_texts())
    assert frame.get_by_role("status").first.inner_text() == f"{shown} of 15"
    assert len(copied(page, frame)) == 1 + shown
    frame.get_by_role("searchbox").focus()
    page.page.keyboard.press("Escape")
    assert column(frame, 0) == everything
    # The keys were the filter's.
    assert len(page.cells()) == len(CELLS)


def test_copied_rows_are_tab_separated(page):
    rows = copied(page, table(page, 2))
    assert rows[0][:3] == ["epoch", "training loss", "mean"] and len(rows) >= 9
    assert all(len(row) == len(rows[0]) for row in rows) and rows[1][0] == "1" and float(rows[1][1]) > 0


def test_a_wide_table_scrolls_under_its_first_column(page, front):
    frame = table(page, 3)
    assert "whet-wide" in frame.get_attribute("class")
    assert frame.get_by_text("More columns to the right").is_visible()
    scroller = frame.locator(".whet-table-scroller")
    first = frame.locator("tbody tr").first.locator("td").first
    before = first.bounding_box()["x"]
    scroller.focus()
    for _ in range(6):
        page.page.keyboard.press("ArrowRight")
    page.page.wait_for_function("frame => frame.querySelector('.whet-table-scroller').scrollLeft > 50", arg=frame.element_handle())
    assert first.bounding_box()["x"] == pytest.approx(before, abs=1)
    scroller.evaluate("node => node.scrollLeft = node.scrollWidth")
    page.page.wait_for_function("frame => frame.classList.contains('whet-end')", arg=frame.element_handle())
    scroller.evaluate("node => node.scrollLeft = 0")
    narrow = table(page, 2)
    assert "whet-wide" not in narrow.get_attribute("class") and not narrow.get_by_text("More columns").is_visible()


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tables_can_be_read_in_both_themes(page, front, root, theme):
    page.theme(theme)
    table(page, 3).hover()
    page.shoot(root / f"out/browser/tables-{theme}.png")
    page.theme("light")


def test_runs_are_chosen_by_a_click_and_drawn(page, front):
    frame = table(page, 3)
    numbers = column(frame, 0)[-2:]
    rows = frame.locator("tbody tr")
    count = rows.count()
    rows.nth(count - 2).locator("td").nth(1).click()
    frame.get_by_role("checkbox", name=f"Choose run {numbers[1]}").focus()
    page.page.keyboard.press("Space")
    line = f"plot run=[{numbers[0]}, {numbers[1]}]"
    frame.get_by_role("button", name=line).click()
    page.page.wait_for_function("count => jupyterapp.shell.currentWidget.content.widgets.length === count", arg=len(CELLS) + 1)
    page.wait_for_cell(4)
    cell = page.cells()[4]
    assert cell["source"] == line and cell["svgs"] == 1 and cell["tables"] == 1 and cell["errors"] == []
    assert frame.get_by_role("button", name=f"diff {numbers[0]} {numbers[1]}").is_visible()
    assert complaints(page, front) == []
