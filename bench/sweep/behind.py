#!/usr/bin/env python3
# behind.py - the shapes of bench_sweep on which no schedule reaches 0.85 of cuSPARSE's speed.
"""Reads CSV files of bench_sweep, several runs of the same shapes, and writes one line a shape that falls behind.

  bench/sweep/behind.py bench/results/h200/bench_sweep_*.csv --csv bench/results/h200/bench_sweep_behind.csv

Times are geometric means over the runs, as short ones differ by some per cent from run to run.
"""
import argparse
import csv
import math
import sys
from collections import Counter

SHAPE = ("id", "rows", "cols", "atoms", "lengths", "columns", "values")


def read(paths):
    """{id: (shape, cuSPARSE's time, {schedule: time})}, microseconds, over all runs."""
    runs = []
    for path in paths:
        with open(path, newline="") as file:
            runs.append({row["id"]: row for row in csv.DictReader(line for line in file if not line.startswith("#"))})
    names = list(next(iter(runs[0].values())))
    schedules = names[names.index("cusparse_variant") + 1:]
    shapes = {}
    for key, row in runs[0].items():
        def mean(column):
            times = [float(run[key][column]) for run in runs if run.get(key, {}).get(column)]
            return math.exp(sum(map(math.log, times)) / len(times)) if len(times) == len(runs) else math.inf
        shapes[key] = ([row[name] for name in SHAPE], mean("cusparse_us"), {name: mean(name) for name in schedules})
    return shapes


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="CSV of bench_sweep")
    parser.add_argument("--least", type=float, default=0.85, help="cuSPARSE's time over the fastest schedule's")
    parser.add_argument("--csv", help="write the table there, else to the terminal")
    given = parser.parse_args()
    behind = []
    shapes = read(given.files)
    for shape, cusparse, times in shapes.values():
        fastest = min(times, key=times.get)
        if math.isfinite(cusparse) and cusparse < given.least * times[fastest]:
            behind.append(shape + [fastest, f"{times[fastest]:.3f}", f"{cusparse:.3f}",
                                   f"{cusparse / times[fastest]:.3f}"])
    with open(given.csv, "w", newline="") if given.csv else sys.stdout as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(list(SHAPE) + ["fastest", "fastest_us", "cusparse_us", "ratio"])
        table.writerows(behind)
    groups = Counter((row[4], row[5], row[6]) for row in behind)
    print(f"{len(behind)} of {len(shapes)} shapes; most of", ", ".join(
        f"{' '.join(group)}: {count}" for group, count in groups.most_common(4)), file=sys.stderr)


if __name__ == "__main__":
    main()
