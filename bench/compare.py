#!/usr/bin/env python3
# compare.py - two runs of a benchmark beside each other: which calls became slower.
"""Reads CSV files of bench_spmv, _mxm, _spmm, _traversal, _searches, _loops, _entrywise or _locality, and prints old
time / new time.

  bench/compare.py --old old_1.csv old_2.csv --new new_1.csv new_2.csv

A ratio counts only between runs on one machine in one session, in turns (old, new, new, old): of several runs the least
time of a call counts, as what disturbs a run only makes it longer. Rows are matched by what describes them. The status
is 1 where the geometric mean is under --mean, or a call of over --short microseconds is under --least, or a shorter one
under --least-short.
"""
import argparse
import csv
import math
import sys

KEYS = ("matrix", "graph", "type", "values", "schedule", "operation", "algorithm", "operands", "body", "how", "n",
        "columns", "layout", "method", "source", "delta", "push_cost", "variant", "hubs", "shared_kb")
TIMES = {"time_us": 1, "us_an_iteration": 1, "time_ms": 1000}
SETUP = ("setup_us", "plan_setup_us")


def read(paths):
    """{key: (least time in us, least set-up in us or None)} of all files together; calls that were not verified are out."""
    calls = {}
    for path in paths:
        with open(path, newline="") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            for row in rows:
                key = tuple(row[k] for k in KEYS if row.get(k))
                time = next(float(row[name]) * unit for name, unit in TIMES.items() if name in row)
                if not math.isfinite(time) or row.get("verified") in ("false", "no"):
                    continue
                setup = next((float(row[k]) for k in SETUP if row.get(k)), None)
                before = calls.get(key, (math.inf, None))
                setups = [s for s in (setup, before[1]) if s is not None and math.isfinite(s)]
                calls[key] = (min(time, before[0]), min(setups) if setups else None)
    return calls


def geomean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description="old time / new time of calls")
    parser.add_argument("--old", nargs="+", required=True)
    parser.add_argument("--new", nargs="+", required=True)
    parser.add_argument("--mean", type=float, default=0.99)
    parser.add_argument("--short", type=float, default=20, help="microseconds up to which a call is short")
    parser.add_argument("--least", type=float, default=0.96)
    parser.add_argument("--least-short", type=float, default=0.90)
    parser.add_argument("--only", default="", help="keys that contain this text")
    parser.add_argument("--lines", type=int, default=15, help="of the slowest and the fastest calls")
    given = parser.parse_args()
    old, new = read(given.old), read(given.new)
    both = sorted(k for k in old if k in new and given.only in " ".join(k))
    if not both:
        sys.exit("compare.py: the files have no call in common")
    ratios = sorted((old[k][0] / new[k][0], k) for k in both)
    setups = [old[k][1] / new[k][1] for k in both if old[k][1] and new[k][1]]
    mean = geomean([r for r, _ in ratios])
    bound = {k: given.least if old[k][0] > given.short else given.least_short for k in both}
    slow = [(r, k) for r, k in ratios if r < bound[k]]
    print(f"{len(both)} calls, old / new: geometric mean {mean:.3f}, least {ratios[0][0]:.3f}, most {ratios[-1][0]:.3f}; "
          f"{len(slow)} under their bound" + (f"; set-up {geomean(setups):.3f}" if setups else ""))
    for title, some in (("slowest", ratios[:given.lines]), ("fastest", ratios[-min(3, given.lines):])):
        for ratio, key in some:
            mark = " <" if ratio < bound[key] else ""
            print(f"  {title} {ratio:6.3f}  {old[key][0]:10.2f} -> {new[key][0]:10.2f} us  {' '.join(key)}{mark}")
    alone = [k for k in list(old) + list(new) if (k in old) != (k in new)]
    if alone:
        print(f"  {len(alone)} calls in one of the two only, such as {' '.join(alone[0])}")
    return 1 if slow or mean < given.mean else 0


sys.exit(main())
