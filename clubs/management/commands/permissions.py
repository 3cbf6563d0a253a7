"""`manage.py permissions` writes docs/permissions.md."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from clubs.management.permission_table import document


class Command(BaseCommand):
    help = "Writes docs/permissions.md from the table of abilities and from the addresses."

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "docs" / "permissions.md"
        path.write_text(document(), encoding="utf-8")
        self.stdout.write(f"{path} is written.")
