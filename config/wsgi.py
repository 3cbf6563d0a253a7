"""The WSGI application that Granian's workers load."""

import os
import signal

from django.core.wsgi import get_wsgi_application

from config.lifeline import end_with_parent
from config.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Set by config/serve.py to its own process id: its workers end with it, even after SIGKILL. There is nothing
# to tidy up in a worker, a transaction that was not committed is undone by the database. In a process group
# of their own they do not hear Ctrl-C in the terminal: Granian asks them to stop, and a second signal would
# make them hang.
if "SERVE_PID" in os.environ:
    os.setpgid(0, 0)
    end_with_parent(signal.SIGKILL, int(os.environ["SERVE_PID"]))

application = get_wsgi_application()
settle()
