"""What a phone posts, turned into what the use cases take; nothing is judged here."""
