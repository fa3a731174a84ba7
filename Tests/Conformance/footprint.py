"""What a process holds, and that it does not grow."""

import collections
import contextlib
import os

from waiting import wait_until

#: Bytes that may come and go.
FLAT = 2 << 20


class Footprint:
    """What a process holds: memory in bytes, open files, threads."""

    def __init__(self, process):
        self.place = f"/proc/{process.pid}"

    def resident(self):
        with open(f"{self.place}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def files(self):
        found = collections.Counter()
        for number in os.listdir(f"{self.place}/fd"):
            with contextlib.suppress(FileNotFoundError):  # closed since
                found[os.readlink(f"{self.place}/fd/{number}").split(":")[0]] += 1
        return found

    def threads(self):
        return len(os.listdir(f"{self.place}/task"))


def hold_flat(client, work, count, note):
    """Does a piece of work so often, and as often before the first look as it takes for every cache to have filled."""
    footprint = Footprint(client.kernel.process)
    for turn in range(max(30, count // 2)):
        work(turn)
    files, threads, growth = footprint.files(), footprint.threads(), []
    # A cache may fill late, but what leaks does so every time.
    while not growth or growth[-1] >= FLAT and len(growth) < 3:
        memory = footprint.resident()
        for turn in range(count):
            work(turn)
        growth.append(footprint.resident() - memory)
    note("growth_kib", growth[-1] // 1024)
    # A thread that is about to end, and what it holds, may be there for a moment longer.
    wait_until(lambda: not footprint.files() - files and footprint.threads() <= threads)
    assert growth[-1] < FLAT, f"{[each // 1024 for each in growth]} KiB more after each {count} turns"
