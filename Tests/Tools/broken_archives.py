"""Archives of photos: damaged as a whole, or whole with entries of odd names and contents."""

import contextlib
import io
import tarfile
import zipfile

import breaking
import breaking_fields
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


def other(whole, rng):
    """The same files in an archive of another form, which is not read."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as opened, tarfile.open(fileobj=stream, mode=rng.choice(("w", "w:gz", "w:bz2", "w:xz"))) as made:
        for name in opened.namelist():
            data = opened.read(name)
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            made.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def broken(whole, suffix, rng):
    chance = rng.random()
    if chance < 0.05:
        return breaking.damage(other(whole, rng), rng)
    if chance < 0.3:
        return breaking_fields.zip_fields(whole, rng)
    if chance < 0.6:
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
