"""Figures in JupyterLab and in Notebook 7, with real mouse and keys: curves are read off, enlarged and saved."""

import csv
import io
import re
import struct
import xml.etree.ElementTree

import pytest
from notebooks import DATA, complaints, opened, write

CELLS = [
    DATA,
    "train hand on=hands.train validate=hands.test epochs=40 learningRate=1e-4",
    "train hand on=hands.train validate=hands.test epochs=30 learningRate=1e-3 from=start",
    "plot hand by=run",
    "plot hand y=[trainLossMean] logScale=true",
    "confusion hand on=hands.test",
]


@pytest.fixture(scope="module")
def page(kernel, desk, front):
    name = write(desk.folder, f"figures-{front}.ipynb", CELLS, kernel)
    return opened(desk, name, front)


def figure(page, cell):
    frame = page.page.locator(".jp-CodeCell").nth(cell).locator(".whet-frame").first
    frame.scroll_into_view_if_needed()
    return frame


def at(frame, share, height=0.3):
    """A place on the page: a share of the way along the curves' axis."""
    box = frame.locator("svg").bounding_box()
    start, end = frame.evaluate("""frame => {
      const ticks = [...frame.querySelectorAll('.whet-places')].flatMap(group => [...group.querySelectorAll('text')]);
      const places = ticks.map(text => text.getBoundingClientRect()).map(side => side.x + side.width / 2);
      return [Math.min(...places), Math.max(...places)]; }""")
    return start + share * (end - start), box["y"] + height * box["height"]


def reading(frame):
    return frame.locator(".whet-reading").inner_text().split("\n")


def places(frame):
    """The numbers at the horizontal axis."""
    return [float(text.replace(",", "")) for text in frame.locator(".whet-places text").all_text_contents() if text[:1].isdigit()]


def test_every_figure_is_a_part_of_the_page(page, front):
    page.page.wait_for_function("() => !document.querySelector('.jp-OutputArea img.whet-figure')")
    assert [page.cells()[cell]["svgs"] for cell in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert complaints(page, front) == []


def test_the_curves_are_as_wide_as_the_page(page):
    frame = figure(page, 3)
    width = frame.bounding_box()["width"]
    room = frame.evaluate("frame => frame.closest('.jp-OutputArea-output').clientWidth")
    assert width > 0.9 * room


def test_the_pointer_reads_all_curves_at_one_epoch(page):
    frame = figure(page, 3)
    page.page.mouse.move(*at(frame, 0.5))
    lines = reading(frame)
    assert re.fullmatch(r"epoch \d+", lines[0])
    names = [line for line in lines if ": " in line]
    first, second = (sum(settings in name for name in names)
                     for settings in ("(learningRate 1e-4, epochs 40): ", "(learningRate 0.001, epochs 30): "))
    assert (first, second) == (3, 3) and len(names) == 6
    page.page.mouse.move(*at(frame, 1))
    assert reading(frame)[0] == "epoch 40" and not any("epochs 30" in line for line in reading(frame))
    page.page.mouse.move(2, 2)
    assert not frame.locator(".whet-reading").is_visible()


def test_keys_read_and_enlarge(page, front):
    frame = figure(page, 4)
    frame.focus()
    page.page.keyboard.press("ArrowRight")
    assert reading(frame)[0] == "epoch 1"
    page.page.keyboard.press("ArrowRight")
    page.page.keyboard.press("Shift+ArrowRight")
    assert reading(frame)[0] == "epoch 12"
    page.page.keyboard.press("+")
    assert complaints(page, front) == []
    assert min(places(frame)) > 1 and max(places(frame)) < 30
    assert reading(frame)[0] == "epoch 12"
    page.page.keyboard.press("Escape")
    assert max(places(frame)) == 30 and not frame.locator(".whet-reading").is_visible()
    # The keys were the figure's: the cell is still there, and in the mode it was in.
    assert len(page.cells()) == len(CELLS)


def curves(frame):
    return frame.locator('[class^="whet-curves-"] path').evaluate_all("paths => paths.map(path => path.getAttribute('d'))")


def test_dragging_enlarges_and_a_double_click_shows_all_again(page, front):
    frame = figure(page, 3)
    before, whole = places(frame), curves(frame)
    start, end = at(frame, 0.5), at(frame, 0.75)
    page.page.mouse.move(*start)
    page.page.mouse.down()
    page.page.mouse.move((start[0] + end[0]) / 2, start[1] + 20, steps=4)
    page.page.mouse.move(*end, steps=4)
    page.page.mouse.up()
    assert 15 <= min(places(frame)) and max(places(frame)) <= 32 and len(places(frame)) >= 4
    assert all(place == int(place) for place in places(frame))
    assert curves(frame) != whole
    page.page.mouse.move(*at(frame, 0.5))
    assert 20 <= int(reading(frame)[0].split()[1]) <= 30
    # What is beyond the part is not drawn over the axis.
    clipped = frame.locator(".whet-curves-0").evaluate("group => getComputedStyle(group).clipPath")
    assert clipped.startswith("polygon(") and clipped.endswith("view-box")
    page.page.mouse.dblclick(*at(frame, 0.5))
    assert complaints(page, front) == []
    assert places(frame) == before and curves(frame) == whole


@pytest.mark.parametrize("ending", ["svg", "png", "csv"])
def test_a_button_saves_the_figure(page, ending):
    frame = figure(page, 3)
    frame.hover()
    with page.page.expect_download() as download:
        frame.get_by_role("button", name=f"as {ending.upper()}").click()
    one, two = re.fullmatch(rf"hand-runs-(\d+)-and-(\d+)\.{ending}", download.value.suggested_filename).groups()
    content = open(download.value.path(), "rb").read()
    if ending == "svg":
        assert xml.etree.ElementTree.fromstring(content).tag.endswith("svg")
    elif ending == "png":
        assert content[:8] == b"\x89PNG\r\n\x1a\n"
        assert struct.unpack(">I", content[16:20])[0] == 2 * 1000  # twice the drawing's width
        colours = page.page.evaluate("""async bytes => {
          const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
          const canvas = new OffscreenCanvas(picture.width, picture.height);
          const context = canvas.getContext('2d');
          context.drawImage(picture, 0, 0);
          const data = new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer);
          return new Set(data).size; }""", list(content))
        assert colours > 20
    else:
        rows = list(csv.reader(io.StringIO(content.decode())))
        assert rows[0] == ["epoch"] + [f"run{run}.{curve}" for run, curve in [
            (one, "trainLossMean"), (one, "validationLoss"), (two, "trainLossMean"), (two, "validationLoss"),
            (one, "validationAccuracy %"), (two, "validationAccuracy %")]]
        assert len(rows) == 41 and [row[0] for row in rows[1:]] == [str(epoch) for epoch in range(1, 41)]
        assert all(float(field) >= 0 for row in rows[1:] for field in row if field)


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_can_be_read_in_both_themes(page, front, root, theme):
    page.theme(theme)
    page.shoot(root / f"out/browser/figures-{theme}.png")
    ratio, text = page.least_contrast(".whet-frame *")
    assert ratio >= 4.4, text
    page.theme("light")


def test_a_zoom_stays_while_the_figure_is_drawn_anew(page):
    page.write_cell("train hand on=hands.train epochs=100000 learningRate=1e-5")
    page.begin("notebook:run-cell")
    last = len(CELLS)
    frame = page.page.locator(".jp-CodeCell").nth(last).locator(".whet-frame").first
    frame.wait_for()
    frame.focus()
    page.page.keyboard.press("+")
    page.page.wait_for_timeout(700)
    # Asked at once: what is looked up first may have been drawn anew when it is asked. Keys reach the one that stands there now.
    live, is_focused = page.page.evaluate("""last => {
      const live = [...document.querySelectorAll('.jp-CodeCell')[last].querySelectorAll('.whet-frame.whet-zoomed')];
      return [live.map(node => [...node.querySelectorAll('.whet-places text')].map(text => text.textContent)),
        live[0] === document.activeElement]; }""", last)
    assert len(live) == 1 and max(float(text.replace(",", "")) for text in live[0] if text[:1].isdigit()) < 90_000
    assert is_focused
    page.page.evaluate("() => jupyterapp.shell.currentWidget.context.sessionContext.session.kernel.interrupt()")
    page.wait_until("idle")


def test_a_hostile_drawing_runs_nothing(page, desk, kernel, front):
    """A notebook that is not trusted may hold any image; what becomes a part of the page has no scripts and fetches nothing."""
    import base64

    hostile = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90" viewBox="0 0 90 90"
      onload="window.hacked=1"><title>t</title><script>window.hacked=2</script><rect width="9" height="9" onmouseover="window.hacked=3"
      style="background:url(https://a.example/x)"/><image href="https://a.example/y" xlink:href="https://a.example/z"/><foreignObject><body
      xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.hacked=4"/></body></foreignObject><a href="javascript:hacked=5"><text>a</text></a>
      <use href="#x"/><animate onbegin="window.hacked=6"/><metadata>{"x": {}, "panels": []}</metadata><text x="1" y="20">seen</text></svg>"""
    address = "data:image/svg+xml;base64," + base64.b64encode(hostile.encode()).decode()
    outputs = [[{"output_type": "display_data", "metadata": {}, "data": {"text/html": f'<img class="whet-figure" src="{address}">'}}]]
    other = desk.open(write(desk.folder, f"hostile-{front}.ipynb", ["1"], kernel, outputs), front=front)
    frame = other.page.locator(".whet-frame")
    frame.wait_for()
    frame.hover()
    assert "seen" in frame.locator("svg").inner_html()
    inside = frame.evaluate("""frame => [...frame.querySelectorAll('svg, svg *')].flatMap(node => [node.localName,
      ...[...node.attributes].map(attribute => attribute.name)])""")
    assert not {"script", "foreignObject", "image", "a", "use", "animate", "onload", "onmouseover", "style", "href"} & set(inside)
    assert other.page.evaluate("() => window.hacked") is None
    assert complaints(other, front) == []
