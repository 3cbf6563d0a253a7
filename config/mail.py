"""Where this site can send no e-mail: what it would have sent is shown in the terminal that runs it."""

import sys
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

LINE = "─" * 64


class Terminal(BaseEmailBackend):
    """Writes each message between two lines, without the headers of an e-mail."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            text = f"\n{LINE}\n{', '.join(message.to)}: {message.subject}\n\n{message.body}\n{LINE}\n"
            # A terminal that knows no umlauts gets question marks.
            encoding = sys.stdout.encoding or "utf-8"
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
        return len(email_messages)
