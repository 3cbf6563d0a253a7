"""What a browser calls itself, in words its owner knows again."""

from django.utils.translation import gettext as _

# The first that is found in the name counts: an Edge also says Chrome, a Chrome also says Safari.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
DEVICES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def device(user_agent: str) -> str:
    """`Chrome · Android`; what nobody knows is another device."""
    names = [next((name for sign, name in known if sign in user_agent), "") for known in (BROWSERS, DEVICES)]
    return " · ".join(name for name in names if name) or _("Another device")
