"""The `unraise` command: one subcommand each for asking, reading, and looking after the content.

Results go to stdout, notes to stderr.  Exit status: 0 a match, 1 unknown or candidates only (or a failed check),
2 wrong usage or unreadable input.  Nothing is fetched or sent.  Only what a subcommand needs is imported, so that a
lookup starts in a tenth of a second: the web stack, Pydantic and YAML stay out (a test looks at `sys.modules`).
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from app.tools.errors import EXIT_MATCH, EXIT_USAGE, UsageError

Handler = Callable[[argparse.Namespace], int]
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; returns the exit status."""
    for stream in (
        sys.stdout,
        sys.stderr,
    ):  # a pipe or console may speak less than UTF-8: a “?” is better than no answer
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    arguments = _with_default_command(list(sys.argv[1:] if argv is None else argv))
    parser = build_parser(arguments[0] if arguments and arguments[0] in _COMMANDS else "")
    options = parser.parse_args(arguments)
    handler: Handler | None = getattr(options, "handler", None)
    if handler is None:
        parser.print_help(sys.stderr)
        return EXIT_USAGE
    try:
        return handler(options)
    except UsageError as error:
        print(f"unraise: {error}", file=sys.stderr)
        return EXIT_USAGE
    except BrokenPipeError:
        # The reader of our output went away (`unraise … | head`): stop quietly, also at interpreter shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_MATCH
    except KeyboardInterrupt:
        return 130


def build_parser(only: str = "") -> argparse.ArgumentParser:
    """The parser of all commands; of one alone when it is known which, since making all costs as much as a lookup."""
    parser = argparse.ArgumentParser(
        prog="unraise",
        formatter_class=_Formatter,
        description="Explain the error in a paste: what it means, which cause is yours, a fix that has been run.",
        epilog="Piped input is looked up:  python train.py 2>&1 | unraise",
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", prog="unraise")
    for name, add in _COMMANDS.items():
        if only in ("", name):
            add(commands)
    return parser


def _add_lookup(commands: Commands) -> None:
    parser = _command(commands, "lookup", _lookup, "explain the error in a file or in what is piped in")
    parser.add_argument("file", nargs="?", default="-", help="a file with the paste; - or nothing: standard input")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--jsonl", metavar="FILE", help='answer a file of {"id", "text"} lines (- for standard input)')


def _add_explain(commands: Commands) -> None:
    parser = _command(commands, "explain", _explain, "print an entry, or one cause of it")
    parser.add_argument("entry", help="its slug, torch/backward-twice, with #cause for one section")
    parser.add_argument("--json", action="store_true", help="print the entry as JSON")


def _add_search(commands: Commands) -> None:
    parser = _command(commands, "search", _search, "find entries by words")
    parser.add_argument("words", nargs="+")
    parser.add_argument("--json", action="store_true", help="print the hits as JSON")
    parser.add_argument("--limit", type=int, default=10, metavar="N")


def _add_load(commands: Commands) -> None:
    parser = _command(commands, "load", _load, "load content/ into the database and the search index")
    parser.add_argument("--content", metavar="DIR", help="the folder that holds errors/<library>/<slug>.md")


def _add_serve(commands: Commands) -> None:
    parser = _command(commands, "serve", _serve, "migrate, load and serve the site")
    parser.add_argument("--host")
    parser.add_argument("--port", type=int)
    parser.add_argument("--no-load", action="store_true", help="serve what is loaded already")


def _add_lint(commands: Commands) -> None:
    parser = _command(commands, "lint", _lint, "check entries without loading them")
    parser.add_argument("paths", nargs="*", help="files or folders; nothing: all entries")
    parser.add_argument("--format", choices=("text", "github", "json"), default="text")


def _add_verify(commands: Commands) -> None:
    parser = _command(commands, "verify", _verify, "run the examples of entries and compare with what they claim")
    parser.add_argument("entries", nargs="*", metavar="SLUG", help="nothing: those that changed")
    parser.add_argument("--all", action="store_true", help="run everything again")


def _add_new(commands: Commands) -> None:
    parser = _command(commands, "new", _new, "draft an entry from a pasted traceback")
    parser.add_argument("file", nargs="?", default="-", help="a file with the paste; - or nothing: standard input")


def _add_preview(commands: Commands) -> None:
    parser = _command(commands, "preview", _preview, "serve one entry with live reload")
    parser.add_argument("entry", metavar="SLUG")
    parser.add_argument("--port", type=int, default=8010)


def _add_mcp(commands: Commands) -> None:
    _command(commands, "mcp", _mcp, "answer tools over the Model Context Protocol on standard input and output")


def _command(commands: Commands, name: str, handler: Handler, text: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + ".", formatter_class=_Formatter
    )
    parser.set_defaults(handler=handler)
    return parser


def _with_default_command(arguments: list[str]) -> list[str]:
    """`… | unraise` and `unraise --json < file` are lookups: no command, and something is piped in."""
    if (not arguments or arguments[0] in {"--json", "-"}) and not sys.stdin.isatty():
        return ["lookup", *arguments]
    return arguments


class _Formatter(argparse.HelpFormatter):
    """Of a given width: argparse makes one for every argument, and asks `shutil` for the width, which imports much."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=96)


class _ShowVersion(argparse.Action):
    """Prints the version; importlib.metadata costs more than the rest of the start, so only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"unraise {version('unraise')}")
        parser.exit()


def _lookup(options: argparse.Namespace) -> int:
    from app.tools import asking

    if options.jsonl:
        return asking.answer_lines(options.jsonl)
    return asking.answer(options.file, as_json=options.json)


def _explain(options: argparse.Namespace) -> int:
    from app.tools import asking

    return asking.explain(options.entry, as_json=options.json)


def _search(options: argparse.Namespace) -> int:
    from app.tools import keeping

    return keeping.search(" ".join(options.words), limit=options.limit, as_json=options.json)


def _load(options: argparse.Namespace) -> int:
    from app.tools import keeping

    return keeping.load(options.content)


def _serve(options: argparse.Namespace) -> int:
    from app.tools import keeping

    return keeping.serve(options.host, options.port, load_first=not options.no_load)


def _lint(options: argparse.Namespace) -> int:
    from app.tools import keeping

    return keeping.lint(options.paths, options.format)


def _verify(options: argparse.Namespace) -> int:
    from app.tools import verify

    return verify.main(options.entries, everything=options.all)


def _new(options: argparse.Namespace) -> int:
    from app.tools import asking, new

    return new.main(asking.read_paste(options.file))


def _preview(options: argparse.Namespace) -> int:
    from app.tools import preview

    return preview.main(options.entry, options.port)


def _mcp(_: argparse.Namespace) -> int:
    from app.tools import mcp_server

    return mcp_server.main()


_COMMANDS: dict[str, Callable[[Commands], None]] = {
    "lookup": _add_lookup,
    "explain": _add_explain,
    "search": _add_search,
    "load": _add_load,
    "serve": _add_serve,
    "lint": _add_lint,
    "verify": _add_verify,
    "new": _add_new,
    "preview": _add_preview,
    "mcp": _add_mcp,
}


if __name__ == "__main__":
    sys.exit(main())
