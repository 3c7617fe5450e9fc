"""Animated GIFs that stay small: one palette for all frames, and in each frame only the pixels that changed."""

from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from PIL import Image

COLOURS: Final = 255  # the last of the 256 entries of a palette stands for "as before"
SAMPLES: Final = 5  # frames that the palette is made from


class Frame(NamedTuple):
    image: Image.Image
    milliseconds: int


def palette_of(images: list[Image.Image]) -> Image.Image:
    """Find the colours that show all images best."""
    width, height = images[0].size
    together = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        together.paste(image, (0, height * index))
    return together.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)


def reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Give an image the colours of a palette, without dithering: plain areas stay plain."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def changes(images: list[Image.Image]) -> list[Image.Image]:
    """Leave out of every image but the first what is the same in the one before."""
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
