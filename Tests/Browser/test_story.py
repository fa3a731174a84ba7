"""What a new user does with a camera and three things: a dataset by camera, both models, a comparison, a saved file, without typing a path.

The browser's camera shows drawn things, one after the other, on a changing ground; whoever labels them looks at the page. The pictures go
to out/browser; look at them.
"""

import random
import re

import pytest
from notebooks import complaints, end, write
from PIL import Image, ImageDraw

WIDTH, HEIGHT, RATE, SECONDS = 320, 240, 10, 1.5
#: The things, and the colour by which this test knows them.
THINGS = {"cup": (200, 60, 50), "pen": (50, 80, 200), "key": (210, 190, 40)}


def thing(name, draw, x, y, size):
    colour = THINGS[name]
    if name == "cup":
        draw.rounded_rectangle((x - size, y - size, x + size, y + size), size // 4, fill=colour)
        draw.arc((x + size // 2, y - size // 2, x + size * 1.6, y + size // 2), 0, 360, fill=colour, width=size // 4)
    elif name == "pen":
        draw.line((x - size * 1.4, y + size, x + size * 1.2, y - size), fill=colour, width=size // 2)
        draw.polygon((x - size * 1.4, y + size, x - size * 1.9, y + size * 1.4, x - size * 1.1, y + size * 1.2), fill=(30, 30, 30))
    else:
        draw.ellipse((x - size * 1.5, y - size * 0.6, x - size * 0.3, y + size * 0.6), outline=colour, width=size // 3)
        draw.line((x - size * 0.3, y, x + size * 1.6, y), fill=colour, width=size // 3)
        for step in (0.8, 1.3):
            draw.line((x + size * step, y, x + size * step, y + size * 0.6), fill=colour, width=size // 4)


@pytest.fixture(scope="module")
def video(tmp_path_factory):
    """A film of the three things, again and again, for the browser's camera."""
    path = tmp_path_factory.mktemp("camera") / "things.y4m"
    draws = random.Random(7)
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for scene in range(12):
            name = list(THINGS)[scene % 3]
            ground = tuple(draws.randint(150, 235) for _ in range(3))
            x, y, size = draws.randint(120, 200), draws.randint(90, 150), draws.randint(36, 56)
            for frame in range(int(RATE * SECONDS)):
                image = Image.new("RGB", (WIDTH, HEIGHT), ground)
                thing(name, ImageDraw.Draw(image), x + frame, y + frame // 3, size)
                luma, blue, red = image.convert("YCbCr").split()
                half = (WIDTH // 2, HEIGHT // 2)
                file.write(b"FRAME\n" + luma.tobytes() + blue.resize(half).tobytes() + red.resize(half).tobytes())
    return path


@pytest.fixture(scope="module")
def notebook(kernel, desk, front, chromium, video):
    browser = chromium.launch(
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={video}")
    notebook = desk.open(write(desk.folder, f"{front}/story.ipynb", ["print \"Three things\""], kernel), front=front, browser=browser)
    notebook.run_all()
    yield notebook
    end(notebook)
    browser.close()


# Which of the colours is seen most in the picture of the camera: looked at as a person would, until one thing is there.
SEEN = """async things => {
  const video = [...document.querySelectorAll('.whet-camera video')].at(-1);
  const canvas = new OffscreenCanvas(80, 60);
  canvas.getContext('2d', { willReadFrequently: true }).drawImage(video, 0, 0, 80, 60);
  const { data } = canvas.getContext('2d').getImageData(0, 0, 80, 60);
  const counts = Object.fromEntries(Object.keys(things).map(name => [name, 0]));
  for (let at = 0; at < data.length; at += 4) {
    for (const [name, colour] of Object.entries(things)) {
      if (colour.every((value, channel) => Math.abs(value - data[at + channel]) < 40)) counts[name] += 1;
    }
  }
  const [[name, most], [, next]] = Object.entries(counts).sort((one, other) => other[1] - one[1]);
  return most > 60 && next < most / 4 ? name : null; }"""


# Whether so many photos are kept, and the next one can be.
KEPT = """count => {
  const view = [...document.querySelectorAll('.whet-camera')].at(-1);
  return [...view.querySelectorAll('.whet-touch-acts li')].filter(line => line.textContent.startsWith('add ')).length === count
    && ![...view.querySelectorAll('[role=group] button')].some(one => one.disabled && one.querySelector('kbd')); }"""


def typed(notebook, text):
    """Types a cell at the end and runs it with Shift+Enter."""
    notebook.write_cell(text)
    notebook.page.keyboard.press("Shift+Enter")


def ran(notebook):
    """The cells that have been typed; Shift+Enter leaves an empty one below."""
    return [cell for cell in notebook.cells() if cell["source"]]


def finished(notebook, words):
    notebook.page.wait_for_function("words => document.querySelector('.jp-Notebook').innerText.includes(words)", arg=words)
    notebook.wait_until("idle")
    notebook.settle()


def camera(notebook):
    return notebook.page.locator(".whet-camera").last


def fill(notebook, count):
    """Keeps photos of each thing by its number, whenever the camera shows it."""
    view = camera(notebook)
    view.get_by_role("button", name="Start camera").click()
    notebook.page.wait_for_function("() => [...document.querySelectorAll('.whet-camera video')].at(-1).videoWidth > 0")
    view.locator(".whet-camera-view").focus()
    kept = dict.fromkeys(THINGS, 0)
    while min(kept.values()) < count:
        name = notebook.page.evaluate(SEEN, THINGS)
        if name is None or kept[name] >= count:
            notebook.page.wait_for_timeout(100)
            continue
        notebook.page.keyboard.press(str(list(THINGS).index(name) + 1))
        kept[name] += 1
        notebook.page.wait_for_function(KEPT, arg=sum(kept.values()))


def test_photos_of_three_things_become_a_dataset(notebook, desk, front):
    typed(notebook, "camera things.train classes=[cup, pen, key]")
    camera(notebook).wait_for()
    fill(notebook, 5)
    assert [len(list((desk.folder / front / "things/train" / name).iterdir())) for name in THINGS] == [5, 5, 5]
    lines = camera(notebook).locator(".whet-touch-acts li").all_text_contents()
    # The first photo makes the dataset with its class; the other classes are made by lines.
    assert len([line for line in lines if re.fullmatch(r"class things add=(cup|pen|key)", line)]) == 2, lines
    typed(notebook, "camera things.test")
    notebook.page.wait_for_function("() => document.querySelectorAll('.whet-camera').length === 2")
    fill(notebook, 3)
    assert [len(list((desk.folder / front / "things/test" / name).iterdir())) for name in THINGS] == [3, 3, 3]
    for view in notebook.page.locator(".whet-camera").all():
        view.get_by_role("button", name="Stop camera").click()
    typed(notebook, "show things")
    finished(notebook, "key test")
    assert ran(notebook)[-1]["pictures"] == 24


def test_both_models_learn_and_are_compared(notebook):
    typed(notebook, "knn near features=sketch")
    typed(notebook, "train near on=things.train")
    typed(notebook, "network hand from=sketch classes=3 seed=1")
    typed(notebook, "train hand on=things.train validate=things.test epochs=60 learningRate=1e-3")
    finished(notebook, "60 of 60 epochs")
    typed(notebook, "compare near hand on=things by=test")
    notebook.page.wait_for_function("() => [...document.querySelectorAll('.jp-CodeCell')].at(-2).querySelector('table')")
    notebook.wait_until("idle")
    cells = ran(notebook)
    assert [cell["errors"] for cell in cells if cell["errors"]] == []
    shares = {name: float(share) for name, share in re.findall(r"^(near|hand)\t.*?([\d.]+) %", cells[-1]["text"], re.MULTILINE)}
    print(f"correct: {shares}")
    assert set(shares) == {"near", "hand"} and min(shares.values()) > 50


def test_a_model_and_a_figure_become_files(notebook, desk, front):
    typed(notebook, "save hand")
    finished(notebook, "hand.mlmodel")
    assert (desk.folder / front / "hand.mlmodel").stat().st_size > 10_000
    frame = notebook.page.locator(".whet-frame.whet-chart").first
    frame.scroll_into_view_if_needed()
    frame.hover()
    with notebook.page.expect_download() as download:
        frame.get_by_role("button", name="as PNG").click()
    assert download.value.suggested_filename.endswith(".png")


def test_no_path_was_typed(notebook):
    lines = [line for cell in notebook.cells() for line in cell["source"].splitlines()]
    assert len(lines) >= 9 and not any(re.search(r'[/\\]|path=|\.\w+"', line) for line in lines), lines


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_looks_well_in_both_themes(notebook, root, theme, front):
    notebook.theme(theme)
    notebook.shoot(root / f"out/browser/story-{theme}.png")
    ratio, text = notebook.least_contrast()
    assert ratio >= 3, text


def test_the_page_has_nothing_to_complain_about(notebook, front):
    assert complaints(notebook, front) == []
