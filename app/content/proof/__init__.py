"""Proving entries: pinned environments, the runner of examples, and what each cause has to show."""
