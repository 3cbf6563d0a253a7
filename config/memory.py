"""How often a process looks for garbage."""

import gc


def settle() -> None:
    """Once everything is loaded.

    A page or a board with thousands of rows makes as many objects, and none of them is garbage before it is done:
    looking for some every few hundred, through all that was ever loaded, would take as long as the work itself.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)
