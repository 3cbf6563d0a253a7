"""A process that must not outlive the one that started it.

Whoever is killed with SIGKILL cannot tidy up; a web worker left behind would go on serving an old version
and hold the port. So the child itself watches: the kernel tells it on Linux, elsewhere it looks every second.
"""

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1  # from linux/prctl.h


def end_with_parent(last_words: signal.Signals = signal.SIGTERM, parent: int | None = None) -> None:
    """Send `last_words` to this process as soon as its parent is gone.

    `parent` is the process expected there, for a parent that died before this line was reached.
    """
    expected = os.getppid() if parent is None else parent
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(last_words), 0, 0, 0)
        if os.getppid() != expected:
            os.kill(os.getpid(), last_words)
    else:
        threading.Thread(target=_watch, args=(expected, last_words), daemon=True).start()


def _watch(parent: int, last_words: signal.Signals) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), last_words)
