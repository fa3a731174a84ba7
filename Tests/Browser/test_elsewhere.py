"""What other readers of notebooks make of our outputs: a code host's preview, VS Code, nbconvert's sanitised pages.

None of these programs runs here. What is known of them is emulated: of the two forms each takes the one it prefers, with its
sanitiser's rules and on its ground, in a page without the extension. The pictures go to out/browser; look at them.

A code host strips style sheets, scripts, style attributes, classes and identifiers from HTML, and shows images with data: addresses.
VS Code takes text/html first and passes over types it has no renderer for; it strips nothing, and its ground may be dark while the system
prefers light.
"""

import html
import json
import re
import subprocess
import sys

import bleach
import pytest
from lab import PATIENCE
from notebooks import ran
from test_reading import CELLS

#: What a code host leaves of HTML.
TAGS = ["a", "b", "blockquote", "br", "caption", "code", "dd", "del", "details", "div", "dl", "dt", "em", "figcaption", "figure", "h1", "h2",
        "h3", "h4", "hr", "i", "img", "ins", "kbd", "li", "ol", "p", "pre", "s", "samp", "small", "span", "strike", "strong", "sub", "summary",
        "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "ul", "var"]
ATTRIBUTES = {"*": ["align", "title", "width", "height", "colspan", "rowspan", "open", "scope", "valign", "border"], "img": ["src", "alt"],
              "a": ["href"]}
HOST = """body { font: 14px/1.5 sans-serif; color: #1f2328; background: #fff; margin: 0 auto; max-width: 1000px } img { max-width: 100% }
table { border-collapse: collapse; display: block; overflow: auto } td, th { border: 1px solid #d1d9e0; padding: 3px 8px } pre { overflow: auto }"""
CODE = """body { font: 13px/1.4 sans-serif; color: #cccccc; background: #1e1e1e; margin: 8px } pre { overflow: auto; white-space: pre-wrap }"""


def cleaned(text):
    text = re.sub(r"<(style|script|svg)\b.*?</\1>", "", text, flags=re.S)
    return bleach.clean(text, tags=TAGS, attributes=ATTRIBUTES, protocols=["http", "https", "data"], strip=True)


def page_of(document, style, clean):
    """A page of all cells, each output in the form that is preferred."""
    parts = []
    for cell in document["cells"]:
        parts.append(f"<pre class=source>{html.escape(''.join(cell['source']))}</pre>")
        for output in cell.get("outputs", []):
            parts.append(f"<div class=output>{shown(output, clean)}</div>")
    return f"<!doctype html><meta charset=utf-8><title>{clean.__name__}</title><style>{style}</style>" + "\n".join(parts)


def shown(output, clean):
    if output["output_type"] == "stream":
        return f"<pre>{html.escape(''.join(output['text']))}</pre>"
    if output["output_type"] == "error":
        return f"<pre>{html.escape(re.sub(chr(27) + r'[[][0-9;]*m', '', chr(10).join(output['traceback'])))}</pre>"
    data = {kind: "".join(text) if isinstance(text, list) else text for kind, text in output["data"].items()}
    if "text/html" in data:
        return clean(data["text/html"])
    return f"<pre>{html.escape(data['text/plain'])}</pre>"


def untouched(text):
    return text


@pytest.fixture(scope="module")
def executed(kernel, whet, desk):
    """Cells of every kind, run without a browser."""
    return ran(whet, desk.folder, "elsewhere", [*CELLS[:-1], "controls hand", "camera things.train classes=[cup, pen]", "draw hand"], kernel)


def opened(chromium, path, scheme="light"):
    page = chromium.browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(path.as_uri())
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    return page


def shoot(page, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page=True)


FACTS = """() => ({
  broken: [...document.images].filter(image => image.naturalWidth === 0).length,
  figures: [...document.images].filter(image => image.src.startsWith('data:image/svg') && image.getBoundingClientRect().height > 50).length,
  tables: document.querySelectorAll('table').length,
  wide: [...document.querySelectorAll('img, table')].filter(node => node.getBoundingClientRect().right > innerWidth + 1
    && !node.closest('[style*="overflow"]')).length,
  text: document.body.innerText,
})"""

#: Words of drawings and of what only pages with the extension understand.
LOOSE = ("epoch →", "prefers-color-scheme", "whet-", "[object", "vnd.whet")


class TestACodeHost:
    @pytest.fixture(scope="class")
    def page(self, chromium, executed, desk):
        path = desk.folder / "host.html"
        path.write_text(page_of(json.loads(executed.read_text()), HOST, cleaned))
        page = opened(chromium, path)
        yield page
        page.close()

    def test_figures_are_pictures_and_tables_are_tables(self, page, root):
        shoot(page, root / "out/browser/elsewhere-host.png")
        found = page.evaluate(FACTS)
        assert found["broken"] == 0 and found["wide"] == 0
        assert found["figures"] >= 6 and found["tables"] >= 10
        assert [word for word in LOOSE if word in found["text"]] == []

    def test_lines_stay_lines(self, page, executed):
        """Without style attributes too, a text of several lines is not run together."""
        lines = page.evaluate("() => document.body.innerText").split("\n")
        assert any(line.strip() == "Its classes: ✊ ✋ ✌️" or "train" in line for line in lines)
        for cell in json.loads(executed.read_text())["cells"]:
            for output in cell["outputs"]:
                data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
                if "pre-wrap" in data.get("text/html", "") and "<table" not in data["text/html"] and "<img" not in data["text/html"]:
                    own = [line.strip() for line in data["text/plain"].split("\n") if line.strip()]
                    missing = [line for line in own if line not in [other.strip() for other in lines]]
                    assert missing == [], missing

    def test_what_is_touched_has_words_in_its_place(self, page):
        text = page.evaluate("() => document.body.innerText")
        assert "Without it a photo is added by a line: add things.train" in text
        assert "train hand" in text


class TestVSCode:
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_everything_can_be_read_on_a_dark_ground(self, chromium, executed, desk, root, scheme):
        path = desk.folder / f"code-{scheme}.html"
        path.write_text(page_of(json.loads(executed.read_text()), CODE, untouched))
        page = opened(chromium, path, scheme)
        shoot(page, root / f"out/browser/elsewhere-code-{scheme}.png")
        found = page.evaluate(FACTS)
        from lab import CONTRAST

        contrast = page.evaluate(CONTRAST, ".output *")
        page.close()
        assert found["broken"] == 0 and found["wide"] == 0
        assert found["figures"] >= 6 and found["tables"] >= 10
        assert [word for word in LOOSE if word in found["text"]] == []
        assert contrast["ratio"] >= 3, contrast


class TestSanitisedByNbconvert:
    def test_figures_are_pictures_and_tables_text(self, chromium, executed, desk, root):
        (line,) = re.findall(r"`jupyter (nbconvert --to html --sanitize-html .*) notebook.ipynb`", (root / "docs/limits.md").read_text())
        subprocess.run([sys.executable, "-m", *line.split(), "--output", "clean.html", executed], check=True, capture_output=True,
                       timeout=120, cwd=desk.folder)
        page = opened(chromium, desk.folder / "clean.html")
        shoot(page, root / "out/browser/elsewhere-nbconvert.png")
        found = page.evaluate(FACTS)
        page.close()
        assert found["broken"] == 0 and found["figures"] >= 6
        assert "validation loss" in found["text"] and not re.search(r"</?(img|table|th|div|figure|style|details)", found["text"])
