from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from clubs import messages  # late: messages speak of models, which are loaded only now
        from tournaments.messages import CHANGES, PROBLEMS  # late, as above

        messages.know(problems=PROBLEMS, changes=CHANGES)
