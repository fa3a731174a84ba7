"""What the cells that read broken files have beside them: a few photos in class folders, and a network trained on them."""

from whole_pictures import pillow

START = (
    'dataset p path="photos"\nnetwork n input=[3, 16, 16] seed=1 { convolution 2 kernel=3; flatten; innerProduct 2; softmax }\n'
    "train n on=p.train epochs=1")


def make(folder):
    for split in ("train", "test"):
        for label in ("a", "b"):
            place = folder / "photos" / split / label
            place.mkdir(parents=True)
            for number in range(2):
                (place / f"{number}.jpg").write_bytes(pillow("JPEG", size=(16 + number, 16)))
    (folder / "photo.jpg").write_bytes(pillow("JPEG"))
