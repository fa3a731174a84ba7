"""Reading: notebooks that are not trusted, without the extension, exported, printed, on narrow pages and enlarged, without motion; and
what axe-core, the judge of accessibility, finds on every kind of output, in both themes."""

import json
import re
import subprocess
import sys

import pytest
from lab import PATIENCE
from notebooks import complaints, faults, opened, write

CELLS = [
    "dataset hands sample=hands\nshow hands columns=8",
    "knn near features=sketch.pool5\ntrain near on=hands.train\nnetwork hand from=sketch classes=10 seed=42",
    "train hand on=hands.train validate=hands.test epochs=40 learningRate=1e-4",
    "plot hand logScale=true",
    "evaluate near hand on=hands.test",
    "evaluate hand on=hands.test rows=true",
    "evaluate hand on=hands.test calibration=true",
    "confusion near hand on=hands.test",
    "gallery hand on=hands.test show=all neighbors=2",
    "predict hand on=hands.test photo=0",
    "explain hand photo=\"rock-501\" by=occlusion",
    "compare near hand on=hands by=test",
    "sweep hand on=hands.train folds=2 epochs=2 learningRate=[1e-5, 1e-4]",
    "find hand learningRate on=hands.train steps=10",
    "check hands",
    "layers hand",
    "describe hand",
    "weights hand layer=conv1",
    "history hand",
    "runs",
    "status",
    "help train",
    "print \"a line\"",
    "trian hand",
]


#: Buttons, fields and what can be focused without a name for screen readers.
UNNAMED = """() => [...document.querySelectorAll('.jp-OutputArea-output :is(button, input, [tabindex="0"])')]
  .filter(node => !node.ariaLabel && !node.innerText.trim() && !node.title && !node.labels?.length && !node.getAttribute('aria-label')).map(node => node.outerHTML)"""

#: Outputs that are wider than their room.
CUT = """() => [...document.querySelectorAll('.jp-OutputArea-output')].filter(
  output => output.scrollWidth > output.clientWidth + 2 && !output.querySelector('pre'))
  .map(output => output.innerHTML.slice(0, 200))"""

#: The other kinds of outputs, views that are touched among them.
MORE = [
    "dataset hands sample=hands\nknn near features=sketch.pool5\ntrain near on=hands.train\nnetwork hand from=sketch classes=3 seed=42",
    "train hand on=hands.train epochs=4 learningRate=1e-4\ntrain hand on=hands.train validate=hands.test epochs=6 learningRate=1e-3 from=start",
    "diff 1 2",
    "plot run=[1, 2]",
    "gallery hand on=hands.test show=all columns=6",
    "confusion hand on=hands.test thumbnails=true",
    "confusion hand on=hands.test epochs=true",
    "features hands from=sketch layer=pool5",
    "hybrid both of=[hand, near]\nevaluate both on=hands.test",
    "compare near on=hands by=folds examplesPerClass=[2, 5] seed=1",
    "jobs",
    "ledger",
    "cluster here launcher=mpi ranks=2\ncluster",
    "save hand\ncheck hand",
    "describe \"hand.mlmodel\"",
    "dataset flowers sample=flowers seed=1\nshow flowers.test limit=2\ncheck flowers",
    "dataset houses sample=houses seed=1\nknn street standardize=true\ntrain street on=houses.train\nevaluate street on=houses.test",
    "plot street on=houses.test y=predicted",
    "gallery street on=houses.test limit=5",
    "explain street on=houses.test",
    "dataset digits sample=digits count=60 seed=1 split=[0.8, 0.2]\nshow digits.test",
    "help",
    "controls hand",
    "camera things.train classes=[cup, pen]",
    "draw hand",
]


@pytest.fixture(scope="module")
def executed(kernel, whet, desk):
    """The notebook, run without a browser: opened in one it is not trusted."""
    write(desk.folder, "plain.ipynb", CELLS, kernel)
    ran = subprocess.run([whet, "run", "plain.ipynb", "-o", "read.ipynb"], cwd=desk.folder, capture_output=True, text=True, timeout=300)
    document = json.loads((desk.folder / "read.ipynb").read_text())
    wrong = {cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"]): output["evalue"]
             for cell in document["cells"] for output in cell["outputs"] if output["output_type"] == "error"}
    assert ran.returncode == 1 and list(wrong) == ["trian hand"], (ran.stderr, wrong)
    return desk.folder / "read.ipynb"


def figures(page):
    return page.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output')].filter(output =>
      [...output.querySelectorAll('.whet-frame > svg, img.whet-figure')].some(node => node.getBoundingClientRect().height > 50)).length""")


def loose(page):
    """Words of drawings outside of drawings."""
    text = page.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output')].map(output => {
      const copy = output.cloneNode(true);
      copy.querySelectorAll('svg, style, .whet-tools').forEach(node => node.remove());
      return copy.textContent; }).join('\\n')""")
    return [word for word in ("epoch →", "whet-hover", "prefers-color-scheme") if word in text]


class TestUntrusted:
    @pytest.mark.parametrize("front", ["lab", "notebook"])
    def test_figures_are_seen(self, desk, executed, front):
        page = desk.open(executed.name, front=front)
        assert not page.page.evaluate("() => [...jupyterapp.shell.currentWidget.content.model.cells].every(cell => cell.trusted)")
        assert figures(page) >= 6 and loose(page) == []
        assert complaints(page, front) == []

    def test_figures_are_seen_without_the_extension(self, desk, executed, lab):
        browser = desk.chromium.browser.new_page(viewport={"width": 1280, "height": 900})
        browser.set_default_timeout(PATIENCE * 1000)
        browser.route("**/extensions/whet/**", lambda route: route.abort())
        browser.goto(lab.page(f"{desk.name}/{executed.name}"))
        browser.wait_for_function("() => document.querySelectorAll('.jp-OutputArea-output img.whet-figure').length >= 6")
        browser.wait_for_function("() => [...document.querySelectorAll('img.whet-figure')].every(image => image.complete)")
        pictures = browser.locator("img.whet-figure").evaluate_all(
            "all => all.map(image => [image.naturalWidth, image.getBoundingClientRect().height, image.alt.length])")
        assert all(width > 100 and height > 50 and words > 20 for width, height, words in pictures)
        text = browser.locator(".jp-Notebook").inner_text()
        assert "epoch →" not in text and browser.locator(".jp-OutputArea-output svg").count() == 0
        # The tables are what they are, and rows that are carried along stay hidden.
        assert "40 epochs as a table" in text
        browser.locator("summary", has_text="40 epochs as a table").first.click()
        assert "28 more rows" in browser.locator(".jp-Notebook").inner_text()
        assert browser.locator("tr[hidden]:visible").count() == 0
        assert browser.locator(".whet-table-frame").count() == 0
        browser.close()


@pytest.fixture(scope="module")
def exported(executed):
    """The notebook as a page of HTML."""
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", executed], check=True, capture_output=True, timeout=120)
    return executed.with_suffix(".html")


class TestExports:
    @pytest.fixture(scope="class")
    def html(self, chromium, exported):
        page = chromium.browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(exported.as_uri())
        yield page
        page.close()

    def test_pictures_and_tables_are_there(self, html):
        assert html.locator("img.whet-figure").count() >= 6 and html.locator("table").count() >= 10
        assert html.evaluate("() => [...document.querySelectorAll('.jp-OutputArea img')].filter(image => image.naturalWidth === 0).length") == 0
        assert html.locator("tr[hidden]:visible").count() == 0

    def test_printed_nothing_is_cut_and_no_page_is_half_empty(self, html):
        content = html.pdf(format="A4", print_background=True, margin={side: "10mm" for side in ("top", "bottom", "left", "right")})
        pages = len(re.findall(rb"/Type\s*/Page\b", content))
        html.emulate_media(media="print")
        html.set_viewport_size({"width": 718, "height": 1047})
        # What the paper shows, in pixels of A4 within its margins.
        height = html.evaluate("() => document.documentElement.scrollHeight")
        wide = html.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output table, .jp-OutputArea-output img')]
          .filter(node => node.getBoundingClientRect().right > innerWidth + 1).map(node => node.outerHTML.slice(0, 200))""")
        high = html.evaluate("() => [...document.querySelectorAll('img.whet-figure')].filter(node => node.getBoundingClientRect().height > 1000).length")
        html.emulate_media(media="screen")
        html.set_viewport_size({"width": 1280, "height": 900})
        assert wide == [] and high == 0
        assert pages <= 1.3 * height / 1047 + 1, (pages, height)


@pytest.fixture(scope="module")
def page(kernel, desk, front, executed):
    return opened(desk, write(desk.folder, f"reading-{front}.ipynb", CELLS, kernel), front)


def check_in(theme, page, front, axe, picture):
    """axe-core finds nothing in a theme, of which a picture is taken in JupyterLab."""
    if front == "lab":
        page.theme(theme)
    elif theme == "dark":
        pytest.skip("the themes are JupyterLab's")
    found = faults(page, axe)
    if front == "lab":
        page.shoot(picture)
        page.theme("light")
    assert found == [], "\n".join(found)


class TestAccess:
    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_axe_finds_nothing_in_any_output(self, page, front, axe, root, theme):
        check_in(theme, page, front, axe, root / f"out/browser/reading-{theme}.png")

    @pytest.mark.parametrize("width, zoom", [(1280, 1), (900, 1), (1280, 2)])
    def test_nothing_is_cut_on_narrow_pages_and_enlarged(self, page, width, zoom):
        page.page.set_viewport_size({"width": width // zoom, "height": 900 // zoom})
        page.settle()
        cut = page.page.evaluate(CUT)
        reached = page.page.evaluate("""() => [...document.querySelectorAll('.whet-table-frame.whet-wide')].every(frame =>
          frame.querySelector('.whet-table-scroller').tabIndex === 0 && frame.querySelector('.whet-table-more').offsetHeight > 0)""")
        page.page.set_viewport_size({"width": 1200, "height": 900})
        assert cut == [] and reached

    def test_keys_reach_every_figure_and_every_button(self, page):
        unnamed = page.page.evaluate(UNNAMED)
        assert unnamed == []
        frames = page.page.locator(".whet-frame.whet-chart")
        assert frames.count() >= 2
        frames.first.focus()
        page.page.keyboard.press("End")
        assert frames.first.locator(".whet-reading").is_visible()
        page.page.keyboard.press("Tab")
        assert page.page.evaluate("() => document.activeElement.textContent") == "SVG"
        page.page.keyboard.press("Shift+Tab")
        page.page.keyboard.press("Escape")

    def test_nothing_moves_for_who_wants_no_motion(self, page):
        page.page.emulate_media(reduced_motion="reduce")
        moving = page.page.evaluate("""() => [...document.querySelectorAll('.jp-OutputArea-output *')].filter(node => {
          const style = getComputedStyle(node);
          return style.animationName !== 'none' || style.transitionDuration.split(',').some(time => parseFloat(time) > 0); })
          .map(node => node.className)""")
        page.page.emulate_media(reduced_motion="no-preference")
        assert [name for name in moving if str(name).startswith("whet")] == []


class TestAccessOfTheRest:
    @pytest.fixture(scope="class")
    def page(self, kernel, desk, front):
        page = opened(desk, write(desk.folder, f"more-{front}.ipynb", MORE, kernel), front)
        page.page.locator(".whet-camera").wait_for()
        return page

    def test_every_cell_shows_something(self, page):
        cells = page.cells()
        assert [cell["errors"] for cell in cells if cell["errors"]] == [] and all(cell["outputs"] for cell in cells)

    @pytest.mark.parametrize("theme", ["light", "dark"])
    def test_axe_finds_nothing(self, page, front, axe, root, theme):
        check_in(theme, page, front, axe, root / f"out/browser/more-{theme}.png")

    @pytest.mark.parametrize("width, zoom", [(900, 1), (1280, 2)])
    def test_nothing_is_cut_on_narrow_pages_and_enlarged(self, page, width, zoom):
        page.page.set_viewport_size({"width": width // zoom, "height": 900 // zoom})
        page.settle()
        cut = page.page.evaluate(CUT)
        page.page.set_viewport_size({"width": 1200, "height": 900})
        assert cut == []

    def test_keys_reach_what_has_names(self, page):
        unnamed = page.page.evaluate(UNNAMED)
        assert unnamed == []

    def test_the_page_has_nothing_to_complain_about(self, page, front):
        assert complaints(page, front) == []
