"""E-mails about rounds."""

from django.db import models

from clubs.models import User
from tournaments.models.rounds import Round


class Mail(models.Model):
    """One account is to be told its table of a round. What is due is a row; a queue may forget everything."""

    class State(models.TextChoices):
        DUE = "due"
        SENDING = "sending"
        """Handed to the mail server, or just before. One that stays so may have arrived: it is not sent again."""
        SENT = "sent"
        LEFT = "left"
        """Given up: too late by now, or no such address."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="mails")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    draw = models.CharField(max_length=64)
    """The mark of the draw that it is about: one that was taken back and drawn anew is told again."""
    again = models.BooleanField(default=False)
    """Whether a mail about an earlier draw of this round has gone out."""
    state = models.CharField(max_length=7, choices=State, default=State.DUE)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "user"], name="one_mail_of_a_round")]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(state="due"), name="mails_that_are_due")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.user_id} {self.state}"
