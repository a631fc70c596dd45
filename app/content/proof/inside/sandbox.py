"""The walls around examples: what they may see, reach and use up.  Standard library of Python 3.8, Linux first.

Runs inside the environment's own interpreter, so it imports nothing of the project.  `enter` puts the calling process
behind the strongest walls that this machine allows and returns what they are; `confine` does the rest in each child.

- As root on Linux: own mounts (only system folders, the environment and a scratch folder are there, read-only but for
  the scratch folder), own network (loopback only), own process tree, and examples run as a user who owns nothing.
- As another user on Linux, where user namespaces are allowed: own network and process tree.
- Elsewhere: limits on time, memory, files and processes, and a guard on Python's own sockets.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import socket
import struct
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PROJECT = "/home/user/project"  # where an example believes it is, when it has mounts of its own
FIRST_UID = 61_000  # examples run as FIRST_UID + slot: a number that nobody has

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
MNT_DETACH = 2

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/sys")
DEVICES = ("null", "zero", "full", "random", "urandom", "tty")


class Walls:
    """What holds examples in.  `mounts`: they see a scratch tree of their own; `uid`: whom they run as, None: as us."""

    def __init__(self) -> None:
        self.mounts = False
        self.network = False
        self.processes = False
        self.uid: int | None = None
        self.hidden: dict[str, str] = {}  # folders below a scratch folder, and where a second view of them is kept

    def describe(self) -> str:
        parts = ["no network but loopback" if self.network else "network guarded in Python only"]
        parts.append("own process tree" if self.processes else "process group")
        parts.append("only system folders visible" if self.mounts else "the file system as it is")
        parts.append(f"as user {self.uid}" if self.uid is not None else "as the same user")
        return ", ".join(parts)


def enter(visible: list[str], slot: int, spare: str) -> Walls:
    """Puts this process, and all it will start, behind walls.

    `visible`: folders that examples need, kept at their paths.  `spare`: an empty folder that may be mounted on.
    """
    walls = Walls()
    if not sys.platform.startswith("linux"):
        return walls
    if os.geteuid() == 0:
        walls.network = _try(_own_network)
        walls.processes = _try(lambda: _unshare(CLONE_NEWPID)) and _continue_in_child()
        walls.mounts = _try(lambda: _own_root(visible, spare, walls))
        walls.uid = FIRST_UID + slot
        # Without mounts of its own a user who owns nothing cannot even reach an interpreter below a closed home.
        if not walls.mounts and not all(_open_to_all(path) for path in visible):
            walls.uid = None
    else:
        walls.network = _try(_user_namespace)
        walls.processes = walls.network and _try(lambda: _unshare(CLONE_NEWPID)) and _continue_in_child()
    return walls


def confine(walls: Walls, limits: dict[str, int]) -> None:
    """In the child, last thing before the example: limits, then another user.  Neither can be undone from within."""
    memory = limits["memory"] + _mapped()
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CPU, limits["cpu"])
    _limit(resource.RLIMIT_FSIZE, limits["file_size"])
    _limit(resource.RLIMIT_NOFILE, limits["files"])
    _limit(resource.RLIMIT_CORE, 0)
    processes = limits["processes"]
    _limit(resource.RLIMIT_NPROC, processes if walls.uid is not None else processes + _tasks_of_user())
    if walls.uid is not None:
        os.setgroups([])
        os.setresgid(walls.uid, walls.uid, walls.uid)
        os.setresuid(walls.uid, walls.uid, walls.uid)
    if sys.platform.startswith("linux"):
        _libc().prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS: no set-uid program gives anything back
    if not walls.network:
        sys.addaudithook(refuse_network)


SCRATCH = (("/home/user", 0o755), ("/tmp", 0o1777), ("/dev/shm", 0o1777))  # noqa: S108


def scratch(walls: Walls, size: int) -> None:
    """Fresh, empty, size-limited scratch folders for one example; only where there are mounts of our own."""
    for target, mode in SCRATCH:
        while _libc().umount2(target.encode(), MNT_DETACH) == 0:
            pass
        options = f"size={size},nr_inodes=20000,mode={mode:o}"
        if target == "/home/user" and walls.uid is not None:
            options += f",uid={walls.uid},gid={walls.uid}"
        _mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, options)
    for path, kept in walls.hidden.items():
        _view(kept, path)


def _own_root(visible: list[str], top: str, walls: Walls) -> None:
    """A new root of read-only views: what is not listed does not exist for examples."""
    _unshare(CLONE_NEWNS)
    _mount("none", "/", "", MS_REC | MS_PRIVATE)
    _mount("tmpfs", top, "tmpfs", MS_NOSUID, "mode=755,size=1m")
    for path in (*SYSTEM, *visible):
        _view(path, top + path)
    for number, path in enumerate(visible):
        if path.startswith(tuple(folder + "/" for folder, _ in SCRATCH)):
            walls.hidden[path] = f"/.views/{number}"
            _view(path, f"{top}/.views/{number}")
    for name in ("dev", "dev/shm", "proc", "tmp", "home", "home/user"):
        os.makedirs(f"{top}/{name}", exist_ok=True)
    for name in DEVICES:
        with open(f"{top}/dev/{name}", "w"):
            pass
        _mount(f"/dev/{name}", f"{top}/dev/{name}", "", MS_BIND)
    for name, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        os.symlink(f"/proc/self/fd{target}", f"{top}/dev/{name}")
    _mount("proc", f"{top}/proc", "proc", MS_NOSUID | MS_NODEV)
    os.chroot(top)
    os.chdir("/")


def _view(path: str, target: str) -> None:
    """A read-only view of a folder at another place; a link stays a link."""
    if os.path.islink(path):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.symlink(os.readlink(path), target)
    elif os.path.isdir(path):
        os.makedirs(target, exist_ok=True)
        _mount(path, target, "", MS_BIND | MS_REC)
        _libc().mount(b"none", target.encode(), None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID, None)


def _own_network() -> None:
    _unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS)
    _loopback_up()


def _user_namespace() -> None:
    """For those who are not root: a namespace in which the own network counts as ours to cut."""
    uid, gid = os.getuid(), os.getgid()
    _unshare(CLONE_NEWUSER | CLONE_NEWNET)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    _loopback_up()


def _continue_in_child() -> bool:
    """A new process tree starts with the next child: go on there, and only wait for it here."""
    child = os.fork()
    if child == 0:
        _libc().prctl(1, 9, 0, 0, 0)  # PR_SET_PDEATHSIG: not to outlive the one who waits
        return True
    _, status = os.waitpid(child, 0)
    os._exit(status >> 8 or status & 0x7F)


def _loopback_up() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        fcntl.ioctl(probe, 0x8914, struct.pack("16sh22x", b"lo", 0x1 | 0x40))  # SIOCSIFFLAGS: IFF_UP | IFF_RUNNING


def refuse_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Where the network cannot be taken away, Python's own calls are refused; compiled code is not reached by this."""
    if event in ("socket.connect", "socket.sendto", "socket.bind") and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname"):
        host = str(arguments[0])
    else:
        return
    if host not in ("localhost", "::1", "None", "") and not host.startswith("127.") and host != "0.0.0.0":  # noqa: S104
        raise OSError(101, "Network is unreachable")


def _try(step: Callable[[], object]) -> bool:
    try:
        step()
    except OSError:
        return False
    return True


def _unshare(flags: int) -> None:
    if _libc().unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), "unshare")


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    done = _libc().mount(source.encode(), target.encode(), kind.encode() or None, flags, options.encode() or None)
    if done != 0:
        raise OSError(ctypes.get_errno(), f"mount {target}")


def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
    return libc


def _limit(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    try:
        resource.setrlimit(kind, (value, value))
    except (OSError, ValueError):  # macOS knows some limits and enforces none of them
        pass


def _mapped() -> int:
    """Address space that is in use already: a preloaded library must not count against the example."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _tasks_of_user() -> int:
    """The limit counts every task of the user on the machine, so what already runs is added to it."""
    count = 0
    try:
        for entry in os.scandir("/proc"):
            if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                count += len(os.listdir(f"/proc/{entry.name}/task"))
    except OSError:
        return 4_096
    return count


def _open_to_all(path: str) -> bool:
    while True:
        if not os.stat(path).st_mode & 0o001:
            return False
        if path == "/":
            return True
        path = os.path.dirname(path)
