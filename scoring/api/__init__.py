"""The API: the same use cases as the pages, in JSON, with the same codes for what is refused."""
