"""The till's pages: booking, counting, sharing out, accounts and the treasurer's report."""
