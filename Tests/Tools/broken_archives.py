"""Archives of photos: damaged as a whole, or whole with entries of odd names and contents."""

import contextlib
import io
import zipfile

import breaking
from whole_pictures import pillow

ODD_NAMES = ("../../up.jpg", "/abs.jpg", "train/a/" + "n" * 300, "train/a/x\0.jpg", "train/a", "train/a/b/c/d.jpg", "/", ".")


def archive(entries, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as made:
        for name, data in entries:
            made.writestr(name, data)
    return stream.getvalue()


def whole(folder, whet):
    photo = pillow("JPEG")
    entries = [(f"{split}/{label}/{number}.jpg", photo) for split in ("train", "test") for label in "ab" for number in range(2)]
    labels = ("labels.json", b'["a","b"]')
    return [("zip", archive(entries)), ("zip", archive([labels] + entries)), ("zip", archive(entries, zipfile.ZIP_STORED))]


def broken(whole, suffix, rng):
    if rng.random() < 0.3:
        with zipfile.ZipFile(io.BytesIO(whole)) as opened:
            entries = [(name, opened.read(name)) for name in opened.namelist()]
        place = rng.randrange(len(entries))
        with contextlib.suppress(ValueError, UserWarning):
            name = rng.choice((entries[place][0], rng.choice(ODD_NAMES)))
            entries[place] = (name, rng.choice((breaking.damage(entries[place][1], rng), bytes(rng.choice((0, 3_000_000))))))
            return archive(entries)
    return breaking.damage(whole, rng)


def write(folder, suffix, data, rng, number):
    path = folder / "broken.zip"
    path.write_bytes(data)
    return path, [f'dataset z path="{path.name}" into="own{number}"', "check z duplicates=true", "evaluate n on=z.train"]
