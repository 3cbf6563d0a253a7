"""`make bench`: how fast it is, as ratios against a bare reference measured in the same run."""
