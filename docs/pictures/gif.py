"""Small animated GIFs: one palette for all frames, and only the changed pixels in each frame."""

from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from PIL import Image

COLOURS: Final = 255  # the last of 256 entries means "unchanged"
SAMPLES: Final = 5  # frames that determine the palette


class Frame(NamedTuple):
    image: Image.Image
    milliseconds: int


def palette_of(images: list[Image.Image]) -> Image.Image:
    """Choose the colours that suit all images best."""
    width, height = images[0].size
    together = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        together.paste(image, (0, height * index))
    return together.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)


def reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Reduce an image to a palette, without dithering, so that plain areas stay plain."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def changes(images: list[Image.Image]) -> list[Image.Image]:
    """Make the unchanged pixels of every image but the first transparent."""
    found = images[:1]
    for before, after in pairwise(images):
        pixels = np.where(np.asarray(before) == np.asarray(after), COLOURS, np.asarray(after)).astype(np.uint8)
        changed = Image.fromarray(pixels, "P")
        changed.putpalette(after.getpalette() or [])
        found.append(changed)
    return found


def save(frames: list[Frame], file: Path) -> None:
    palette = palette_of([frame.image for frame in frames[:: max(1, len(frames) // SAMPLES)]])
    first, *others = changes([reduced(frame.image, palette) for frame in frames])
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=[frame.milliseconds for frame in frames],
        loop=0,
        transparency=COLOURS,
        disposal=1,
        optimize=False,
    )
