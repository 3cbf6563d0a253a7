from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from clubs import messages  # late: messages speak of models, which are loaded only now
        from scoring.services.elsewhere import KEEPERS  # late, as above
        from tournaments.messages import CHANGES, CHOICES, FIELDS, PROBLEMS, TITLE  # late, as above
        from tournaments.services.people import KEEPER  # late, as above

        messages.know("tournaments", TITLE, problems=PROBLEMS, changed=CHANGES, fields=FIELDS, choices=CHOICES)
        KEEPERS.append(KEEPER)
