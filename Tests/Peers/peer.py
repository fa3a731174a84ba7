"""What the peers share: a conversation with whet-bench, one line each way.

A script offers figures by name. For each line "FIGURE THREADS RUNS" it answers with one line of JSON: how long every run took, in
seconds by the clock and of processor time (all threads together), what one run stands for, and the versions that ran.
"""

import json
import resource
import sys
import time


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def peak_megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(run):
    clock, processor = time.perf_counter(), processor_seconds()
    run()
    return time.perf_counter() - clock, processor_seconds() - processor


def serve(figures, version):
    """`figures` maps a name to a function of the threads that gives a function which does one run."""
    ready = {}
    for line in sys.stdin:
        name, threads, runs = line.split()
        if (name, threads) not in ready:
            ready[name, threads] = figures[name](int(threads))
            ready[name, threads]()
        times = [timed(ready[name, threads]) for _ in range(int(runs))]
        answer = {
            "clock": [clock for clock, _ in times],
            "processor": [processor for _, processor in times],
            "peakMegabytes": peak_megabytes(),
            "version": version,
        }
        print(json.dumps(answer), flush=True)
