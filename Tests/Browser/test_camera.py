"""A dataset by camera in JupyterLab and Notebook 7: photos of Chromium's fake camera, of files, dropped and pasted; what models
see; a refused permission, no camera and an insecure page as sentences.

The pictures go to out/browser; look at them when the camera has changed.
"""

import base64
import io
import re

import pytest
from notebooks import complaints, end, faults, write

FAKE = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


@pytest.fixture(scope="module")
def fake(chromium):
    """A browser with a camera that shows a test picture."""
    browser = chromium.launch(*FAKE)
    yield browser
    browser.close()


def run(notebook):
    notebook.begin("notebook:run-all-cells")
    notebook.page.locator(".whet-camera").first.wait_for()
    return notebook


@pytest.fixture(scope="module")
def notebook(kernel, desk, front, fake):
    """A notebook with a camera for a dataset that is not there yet."""
    notebook = run(desk.open(write(desk.folder, f"{front}/camera.ipynb", ["camera things.train"], kernel), front=front, browser=fake))
    yield notebook
    end(notebook)


def camera(notebook):
    return notebook.page.locator(".whet-camera").last


def press(notebook, name):
    button = camera(notebook).get_by_role("button", name=name, exact=True)
    button.scroll_into_view_if_needed()
    button.click()


def acts(notebook):
    return camera(notebook).locator(".whet-touch-acts code").all_text_contents()


def told(notebook, words):
    camera(notebook).get_by_text(words).first.wait_for()


def wait_for_acts(notebook, count):
    notebook.page.wait_for_function(
        """count => { const all = document.querySelectorAll('.whet-camera'); const last = all[all.length - 1];
          return last.querySelectorAll('.whet-touch-acts li').length === count
            && ![...last.querySelectorAll('[role=group] button')].some(b => b.disabled && b.querySelector('kbd')); }""",
        arg=count)


def files(desk, front, folder):
    path = desk.folder / front / folder
    return sorted(one.name for one in path.iterdir()) if path.is_dir() else []


def jpeg(red):
    from PIL import Image

    memory = io.BytesIO()
    Image.new("RGB", (300, 200), (red, 90, 30)).save(memory, "JPEG")
    return memory.getvalue()


def add_class(notebook, name):
    field = camera(notebook).get_by_label("New class")
    field.click()
    field.press_sequentially(name)
    field.press("Enter")
    camera(notebook).get_by_role("button", name=name).wait_for()


def test_the_camera_is_seen(notebook):
    add_class(notebook, "cup")
    press(notebook, "Start camera")
    notebook.page.wait_for_function(
        "() => { const v = document.querySelector('.whet-camera video'); return !v.hidden && v.videoWidth > 0 && v.currentTime > 0; }")


def test_buttons_and_keys_keep_photos_as_lines(notebook, desk, front):
    press(notebook, "1cup")
    wait_for_acts(notebook, 1)
    told(notebook, "things.train has 1 photo now.")
    assert re.fullmatch(r'add things\.train "photos/\d{4}-\S+\.jpg" label=cup', acts(notebook)[0]), acts(notebook)
    add_class(notebook, "pen")
    wait_for_acts(notebook, 2)
    assert acts(notebook)[1] == "class things add=pen"
    camera(notebook).locator(".whet-camera-view").focus()
    cells = notebook.page.locator(".jp-Notebook .jp-Cell").count()
    for count, key in ((3, "2"), (4, "2"), (5, "1")):
        notebook.page.keyboard.press(key)
        wait_for_acts(notebook, count)
    assert [line.rpartition(" ")[2] for line in acts(notebook)[2:]] == ["label=pen", "label=pen", "label=cup"]
    assert len(files(desk, front, "things/train/cup")) == 2 and len(files(desk, front, "things/train/pen")) == 2
    assert len(files(desk, front, "photos")) == 4
    assert notebook.page.locator(".jp-Notebook .jp-Cell").count() == cells


def test_undo_takes_the_last_photo_back(notebook, desk, front):
    press(notebook, "Undo")
    wait_for_acts(notebook, 6)
    assert len(files(desk, front, "things/train/cup")) == 1
    camera(notebook).locator(".whet-camera-view").focus()
    notebook.page.keyboard.press("1")
    wait_for_acts(notebook, 7)


def test_files_are_shown_one_after_the_other_and_kept(notebook, desk, front):
    pictures = [{"name": f"file{red}.jpg", "mimeType": "image/jpeg", "buffer": jpeg(red)} for red in (10, 250)]
    camera(notebook).locator("input[type=file]").set_input_files(pictures)
    told(notebook, "file10.jpg, 1 more")
    press(notebook, "2pen")
    wait_for_acts(notebook, 8)
    told(notebook, "file250.jpg")
    press(notebook, "1cup")
    wait_for_acts(notebook, 9)
    assert acts(notebook)[-2:] == [
        'add things.train "photos/file10.jpg" label=pen', 'add things.train "photos/file250.jpg" label=cup']


# A drop or a paste of files, as the browser sends it.
SEND = """([selector, kind, name, base64]) => {
  const bytes = Uint8Array.from(atob(base64), c => c.charCodeAt(0));
  const data = new DataTransfer();
  data.items.add(new File([bytes], name, { type: 'image/jpeg' }));
  const all = document.querySelectorAll(selector);
  const target = all[all.length - 1];
  const event = kind === 'paste'
    ? new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
    : new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}"""


def send(notebook, selector, kind, name, content):
    return notebook.page.evaluate(SEND, [selector, kind, name, base64.b64encode(content).decode()])


def test_a_drop_and_a_paste_are_taken(notebook):
    for kind, name in (("drop", "dropped.jpg"), ("paste", "pasted.jpg")):
        count = len(acts(notebook))
        assert kind == "paste" or send(notebook, ".whet-camera-view", "dragover", name, jpeg(99))
        send(notebook, ".whet-camera-view", kind, name, jpeg(99))
        told(notebook, name)
        press(notebook, "2pen")
        wait_for_acts(notebook, count + 1)
        assert acts(notebook)[-1] == f'add things.train "photos/{name}" label=pen'


def test_models_answer_side_by_side(notebook, desk, front):
    notebook.write_cell(
        "knn near features=sketch numberOfNeighbors=1; train near on=things.train\n"
        "network hand from=sketch classes=4 seed=1; train hand on=things.train epochs=20; camera things.train")
    notebook.begin("notebook:run-cell")
    notebook.page.wait_for_function("() => document.querySelectorAll('.whet-camera').length === 2")
    press(notebook, "Start camera")
    answers = camera(notebook).locator(".whet-camera-model")
    answers.nth(1).wait_for()
    assert [answers.nth(n).locator("b").inner_text() for n in range(2)] == ["hand", "near"]
    assert answers.nth(1).locator(".whet-camera-share").first.inner_text().endswith("%")
    # They go on answering: what is seen is asked about again and again.
    notebook.page.evaluate("() => { for (const one of document.querySelectorAll('.whet-camera-model')) one.dataset.old = 1; }")
    notebook.page.wait_for_function("() => document.querySelectorAll('.whet-camera-model:not([data-old])').length === 2")
    assert len(files(desk, front, "photos")) == len([line for line in acts_of_first(notebook) if line.startswith("add ")])


def acts_of_first(notebook):
    return notebook.page.locator(".whet-camera").first.locator(".whet-touch-acts code").all_text_contents()


@pytest.mark.lab_only
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_can_be_read_in_the_theme(notebook, root, theme, front):
    notebook.theme(theme)
    notebook.shoot(root / f"out/browser/camera-{theme}.png")
    ratio, text = notebook.least_contrast()
    assert ratio >= 3, text


def test_axe_finds_nothing(notebook, axe):
    assert faults(notebook, axe) == []


def test_the_camera_is_given_back(notebook):
    press(notebook, "Stop camera")
    assert notebook.page.evaluate("() => [...document.querySelectorAll('.whet-camera video')].at(-1).srcObject === null")


def test_the_page_has_nothing_to_complain_about(notebook, front):
    assert complaints(notebook, front) == []


@pytest.mark.lab_only
@pytest.mark.parametrize("case, arguments, words", [
    ("refused", ("--use-fake-device-for-media-stream",), "The browser may not use the camera."),
    ("none", ("--use-fake-ui-for-media-stream",), "No camera was found."),
    ("insecure", FAKE, "The browser gives its camera only to pages of this machine"),
])
def test_without_a_camera_a_sentence_says_why_and_files_work(desk, kernel, chromium, front, case, arguments, words):
    browser = chromium.launch(*arguments)
    try:
        notebook = run(desk.open(write(desk.folder, f"{case}/camera.ipynb", ["camera other.train classes=[cup]"], kernel), browser=browser))
        if case == "insecure":
            # Such a page has no mediaDevices; one that is really insecure would need another machine.
            notebook.page.evaluate("() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
        press(notebook, "Start camera")
        told(notebook, words)
        camera(notebook).locator("input[type=file]").set_input_files(
            [{"name": "mine.jpg", "mimeType": "image/jpeg", "buffer": jpeg(77)}])
        press(notebook, "1cup")
        told(notebook, "other.train has 1 photo now.")
        end(notebook)
    finally:
        browser.close()
