"""One generator an item: adding an item or a recipe never changes another's draw."""

from __future__ import annotations

import numpy as np

from manifests.digest import stable_hash


def item_generator(release_seed: int, recipe: str, key: str) -> np.random.Generator:
    """Make the random generator of one item.

    Parameters
    ----------
    release_seed : int
        The seed of the whole release, not negative.
    recipe : str
        The recipe's name.
    key : str
        The item's (or group's) key, unique within the recipe.

    Returns
    -------
    numpy.random.Generator
        Philox, a counter-based generator whose stream is the same on every platform (Salmon et al., SC 2011).
    """
    entropy = [release_seed, stable_hash(recipe, key)]
    return np.random.Generator(np.random.Philox(np.random.SeedSequence(entropy)))
