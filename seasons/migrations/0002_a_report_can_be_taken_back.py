from django.db import migrations, models
from django.utils import timezone


def compute_leagues_anew(apps, schema_editor):
    """Where a match has one board, what was made says by now whether it was won narrowly."""
    boards = apps.get_model('seasons', 'Board').objects.using(schema_editor.connection.alias)
    boards.filter(division__isnull=False, due_at=None).update(due_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [
        ('seasons', '0001_boards_rankings_cups_leagues_and_ratings'),
    ]

    operations = [
        migrations.AlterField(
            model_name='report',
            name='how',
            field=models.CharField(choices=[('played', 'Played'), ('walkover', 'Walkover'), ('struck', 'Struck'), ('open', 'Open')], default='played', max_length=8),
        ),
        migrations.RunPython(compute_leagues_anew, migrations.RunPython.noop),
    ]
