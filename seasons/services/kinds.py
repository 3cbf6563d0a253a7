"""All kinds of boards; imported when the app is loaded, so that `services.boards` knows them."""

from seasons.services import cups_board, leagues_board, rankings_board, ratings_board
from seasons.services.boards import KINDS, Kind

KINDS["ranking"] = Kind(rankings_board.basis, rankings_board.compute)
KINDS["division"] = Kind(leagues_board.basis, leagues_board.compute)
KINDS["cup"] = Kind(cups_board.basis, cups_board.compute)
KINDS["rating"] = Kind(ratings_board.basis, ratings_board.compute, ratings_board.queue)
