"""The WSGI application that Granian's workers load."""

import gc
import os
import signal

from django.core.wsgi import get_wsgi_application

from config.lifeline import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Set by config/serve.py to its own process id: its workers end with it, even after SIGKILL. There is nothing
# to tidy up in a worker, a transaction that was not committed is undone by the database. In a process group
# of their own they do not hear Ctrl-C in the terminal: Granian asks them to stop, and a second signal would
# make them hang.
if "SERVE_PID" in os.environ:
    os.setpgid(0, 0)
    end_with_parent(signal.SIGKILL, int(os.environ["SERVE_PID"]))

application = get_wsgi_application()

# A page with thousands of rows makes as many objects, and none of them is garbage before it is sent: looking for some
# every few hundred, through all that was ever loaded, would take as long as the page itself.
gc.collect()
gc.freeze()
gc.set_threshold(50_000)
