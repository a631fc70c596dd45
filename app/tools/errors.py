"""Exit statuses of the command line, and the one exception that its users see."""

EXIT_MATCH = 0  # a match, or the check passed
EXIT_UNKNOWN = 1  # unknown or candidates only, or the check failed
EXIT_USAGE = 2  # wrong usage, unreadable input


class UsageError(Exception):
    """Something the person can put right; printed as `unraise: …`, exit status 2."""
