from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "seasons"

    def ready(self) -> None:
        # Late, as below. Without it a worker knows no kind of board.
        import seasons.services.kinds  # noqa: F401
        from clubs import messages  # late: messages speak of models, which are loaded only now
        from scoring.services.elsewhere import KEEPERS  # late, as above
        from seasons.messages import CHANGES, CHOICES, FIELDS, PROBLEMS, TITLE  # late, as above
        from seasons.services.people import KEEPER  # late, as above

        messages.know("seasons", TITLE, problems=PROBLEMS, changed=CHANGES, fields=FIELDS, choices=CHOICES)
        KEEPERS.append(KEEPER)
