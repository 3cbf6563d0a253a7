"""What is kept of an uploaded file: so much as a list of names can be, in memory, and nothing on the disk.

Any form of the site takes a file, also of somebody who has no account; Django would write it all to the disk first.
"""

from io import BytesIO
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler

MOST_KEPT = 2_500_000
"""Bytes of all files of a request together; more than a page takes, so that it can say that a file is too big."""

MOST_SENT = 25_000_000
"""Bytes of a request with files; a longer one is not read at all (400)."""


class Small(FileUploadHandler):
    """Keeps the beginning of each file; `size` is that of the whole.

    A page that takes more says so (`most_kept`), after its door has looked who asks and before anything is read.
    """

    kept = 0
    most_kept = MOST_KEPT

    def handle_raw_input(self, input_data: Any, META: Any, content_length: int, *rest: Any) -> None:
        if content_length > MOST_SENT:
            raise RequestDataTooBig("The files of this request are too big.")

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.file = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.kept += self.file.write(raw_data[: self.most_kept - self.kept])

    def file_complete(self, file_size: int) -> "UploadedFile[bytes]":
        self.file.seek(0)
        return InMemoryUploadedFile(
            self.file, self.field_name, self.file_name, self.content_type, file_size, self.charset
        )
