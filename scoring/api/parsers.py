"""What the API reads: JSON that can be told again."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class PlainJSON(JSONParser):
    """JSON without half characters and without a nesting that nobody means; the rest is judged by the engine.

    A lone surrogate (`"\\ud800"`) is no text: it could neither be stored nor be named in a refusal.
    """

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            json.dumps(data, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError(f"JSON parse error - {type(error).__name__}") from error
        return data
