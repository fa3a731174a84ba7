"""Rows 1 to 18: data in hand."""

import re

import pytest
from rows import HANDS, answers, digest


def test_row_1_folder_dataset(place):
    rows = place.run(HANDS).splitlines()
    assert rows[0] == "hands: 45 photos in 3 classes"
    assert [row.split() for row in rows[3:7]] == [["✊", "10", "5"], ["✋", "10", "5"], ["✌️", "10", "5"], ["all", "30", "15"]]


def test_row_2_built_in_photos_come_back(place, data):
    before = digest(data / "data/gestures")
    text = place.run(HANDS.strip() + ' into="work"\nremove hands.test 3\nrestore hands\nrestore hands\n')
    assert "hands has 45 photos." in text.split("1 photo restored from")[1]
    assert "0 photos restored from" in text
    assert digest(data / "data/gestures") == before


def test_row_3_photo_list_by_class(place):
    text = place.run(HANDS + "show hands.train columns=10\n")
    assert [line.split() for line in text.splitlines()[-3:]] == [
        ["✊", "10", "pictures"], ["✋", "10", "pictures"], ["✌️", "10", "pictures"]]
    page = place.pages(HANDS, "show hands.train columns=10")[1]
    assert page.count("<img") == 30 and page.index("✊") < page.index("✋") < page.index("✌️")


def test_row_4_add_a_photo(place, data):
    photo = next((data / "data/gestures/test/✊").glob("*.jpg"))
    text = place.run(HANDS.strip() + f' into="work"\nadd hands.train "{photo}" label=✊\n')
    name = re.search(r"([0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12})\.jpg .* is photo 30 of hands\.train: ✊\.", text)[1]
    assert "hands.train has 31 photos now." in text and (place.folder / f"work/train/✊/{name}.jpg").is_file()


@pytest.mark.parametrize("sides, small", [((4000, 3000), (341, 256)), ((3000, 4000), (256, 341)), ((200, 100), (200, 100))])
def test_row_5_scale_on_import(place, sides, small):
    pillow = pytest.importorskip("PIL.Image")
    pillow.effect_noise((sides[0] // 10, sides[1] // 10), 60).convert("RGB").resize(sides).save(place.folder / "me.jpg")
    text = place.run(HANDS.strip() + ' into="work"\nadd hands.train "me.jpg" label=✊ smallestSide=256 quality=0.5\n')
    name = re.search(r"(\S+\.jpg) \((\d+) × (\d+)\) is photo 30", text)
    with pillow.open(place.folder / f"work/train/✊/{name[1]}") as picture:
        assert (picture.width, picture.height) == (int(name[2]), int(name[3]))
        assert abs(picture.width - small[0]) <= 1 and abs(picture.height - small[1]) <= 1


def test_row_6_built_in_photos_are_224(place):
    text = place.run(HANDS + "show hands details=true\n")
    assert text.count("224 × 224") == 45


def test_row_7_delete_a_photo(place, data):
    script = HANDS.strip() + ' into="work"\nshow hands.train details=true\nremove hands.train {}\nshow hands.train details=true\n'
    removed = min(path.name for path in (data / "data/gestures/train").rglob("*.jpg"))[:8]
    text = place.run(script.format(removed) + "undo\nshow hands.train details=true\n")
    lists = [re.findall(r"([0-9A-F]{8})….jpg 224", part) for part in text.split("hands.train\n")[1:]]
    assert "29 photos are left; undo brings it back." in text
    assert [len(names) for names in lists] == [30, 29, 30] and lists[0] == lists[2]
    assert lists[1] == [name for name in lists[0] if name != removed]


def test_row_13_bring_your_own_images(place, data):
    pillow = pytest.importorskip("PIL.Image")
    for label in ("cat", "dog"):
        folder = place.folder / "Pets" / label
        folder.mkdir(parents=True)
        for name in ("a.jpg", "b.png", "c.jpeg", "d.JPG"):
            pillow.new("RGB", (9, 9), "red").save(folder / name, "PNG" if name == "b.png" else "JPEG")
        (folder / "notes.txt").write_text("x")
    text = place.run('dataset pets path="Pets"\n')
    assert text.startswith("pets: 8 photos in 2 classes") and "cat/notes.txt" in text and "dog/notes.txt" in text


def test_row_14_backup(place):
    text = place.run(HANDS + 'archive hands path="hands.zip"\ndataset again path="hands.zip" into="again" labels=[✊, ✋, ✌️]\n'
                     'archive again path="again.zip"\n')
    contents = re.findall(r"is in \S+\.zip: 45 photos, .*, content ([0-9a-f]{8})\.", text)
    assert len(contents) == 2 and len(set(contents)) == 1


def test_row_16_image_that_cannot_be_loaded(place, data):
    place.run(HANDS.strip() + ' into="work"\n')
    whole = next((data / "data/gestures/train/✊").glob("*.jpg")).read_bytes()
    (place.folder / "work/train/✊/broken.jpg").write_bytes(whole[:1024])
    begin = 'dataset hands path="work" labels=[✊, ✋, ✌️]\nnetwork hand from=squeezenet classes=10 seed=1\n'
    text = place.fail(begin + "train hand on=hands.train epochs=1\n")
    assert "Photo broken.jpg cannot be read (JPEG ends after 1,024 bytes). Nothing was changed." in text
    assert "trained           not yet" in place.run("describe hand\n")


def test_row_17_empty_sets(place):
    begin = HANDS.strip() + ' into="work"\nknn near features=squeezenet.pool10\n'
    for split, count, ask in (("test", 15, "evaluate near on=hands.test"), ("train", 30, "train near on=hands.train")):
        text = place.fail(begin + f"remove hands.{split} 0\n" * count + ask + "\n")
        assert f"hands.{split} has no photos." in text
        assert f"Put photos into work/{split}, a folder for each class, and run the dataset line again." in text


def test_row_18_file_order(place, data, tmp_path):
    # The same photos, put into the folder in another order, are listed and learnt from in the same.
    for name, order in (("one", 1), ("two", -1)):
        for path in sorted((data / "data/gestures").rglob("*.jpg"))[::order]:
            copy = place.folder / name / path.relative_to(data / "data/gestures")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    said = []
    for name in ("one", "two"):
        text = place.run(f'dataset hands path="{name}" labels=[✊, ✋, ✌️]\nshow hands details=true\n'
                         "network hand from=squeezenet classes=10 seed=42\n"
                         "train hand on=hands.train epochs=3 seed=7\nhistory hand\n")
        said.append(re.findall(r"[0-9A-F]{8}….jpg|^ +\d+ +\d+\.\d+ .*$", text, re.M))
    assert len(said[0]) > 45 and said[0] == said[1]
