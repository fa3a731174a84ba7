"""The tours in notebooks/: no cell of any of them is taller than a screen of 1280 × 900 unless it asks for it, and none complains.

Their data are drawn, and their trainings short. WHET_TRIES has them run as they are, on the photographs where these are there.
"""

import os
import subprocess

import pytest

#: Words by which a cell asks for more than fits a screen.
ASKED = ("rows=true",)
HEIGHTS = """() => jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code')
  .map(cell => [cell.model.sharedModel.source, cell.node.getBoundingClientRect().height])"""
NAMES = ["01-knn-versus-network", "02-lenet-from-scratch", "03-relabel-and-retrain", "04-inside-a-model-file", "05-which-model",
         "06-any-numbers", "07-many-machines", "08-features-of-today"]


def test_all_are_here(root):
    assert sorted(path.stem for path in (root / "notebooks").glob("*.ipynb")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_no_cell_is_taller_than_a_screen_unasked(root, whet, kernel, desk, name, tmp_path):
    source = root / "notebooks" / f"{name}.ipynb"
    is_whole = "WHET_TRIES" in os.environ
    words = ["-p", "epochs=2"] if name.startswith("02") and not is_whole else []
    environment = os.environ if is_whole else {**os.environ, "WHET_DATA": str(tmp_path)}
    done = subprocess.run([whet, "run", source, *words, "-o", f"{name}.ipynb"], cwd=desk.folder, env=environment,
                          capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    page = desk.open(f"{name}.ipynb")
    page.page.set_viewport_size({"width": 1280, "height": 900})
    # As the page that ran it shows it.
    page.page.evaluate("() => { for (const cell of jupyterapp.shell.currentWidget.content.model.cells) cell.trusted = true; }")
    page.settle()
    page.page.wait_for_function("() => !document.querySelector('.jp-OutputArea-output img.whet-figure')")
    page.settle()
    heights = page.page.evaluate(HEIGHTS)
    assert len(heights) >= 9
    print("\n".join(f"{height:5.0f} {source[:70]!r}" for source, height in sorted(heights, key=lambda one: -one[1])[:5]))
    assert [source for source, height in heights if height > 900 and not any(word in source for word in ASKED)] == []
    assert page.complaints == []
    page.page.close()
