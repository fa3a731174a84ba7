"""Pictures: the kinds that the program reads itself, or one of those that it reads by a library."""

import breaking
import whole_pictures

MODERN = ("heif", "webp", "tiff", "gif", "bmp")


class Kind:
    """Pictures of a kind; all that the program reads itself where none is named."""

    def __init__(self, name=None):
        self.name = name

    def whole(self, folder, whet):
        return whole_pictures.modern(self.name) if self.name else whole_pictures.pictures()

    @staticmethod
    def broken(whole, suffix, rng):
        data = breaking.damage(whole, rng)
        return breaking.repair_png(data) if suffix == "png" and rng.random() < 0.7 else data

    @staticmethod
    def write(folder, suffix, data, rng, number):
        path = folder / f"broken.{suffix}"
        path.write_bytes(data)
        return path, rng.choice((
            [f'predict n image="{path.name}"'], [f'explain n photo="{path.name}" by=occlusion'],
            [f'dataset own path="photos" into="own{number}"', f'add own.train "{path.name}" label=a', "evaluate n on=own.train"]))
