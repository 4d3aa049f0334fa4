"""peers.py - heddle beside other libraries on the CPU: matrices from files, medians, and a table with a line for each.

Files below 100,000 nonzeros and complex ones are left out. Values follow from positions, as host.hpp says, so that all
have the same matrix. A time is the least of the rounds' medians of calls: what else runs on the machine only adds.
"""
import argparse
import csv
import math
import os
import statistics
import subprocess
import tempfile
import time

import numpy as np
import scipy.io
import scipy.sparse

LEAST_NONZEROS = 100_000
THREADS = 2


def matrix_of(path, value):
    """The file's pattern, with value(rows, columns) of arrays of positions; None for what is left out."""
    with open(path) as file:
        if "complex" in file.readline():
            return None
    read = scipy.io.mmread(path, spmatrix=False).tocsr()
    read.sum_duplicates()
    if read.nnz < LEAST_NONZEROS:
        return None
    rows = np.repeat(np.arange(read.shape[0], dtype=np.int64), np.diff(read.indptr))
    values = value(rows, read.indices.astype(np.int64))
    return scipy.sparse.csr_array((values, read.indices.astype(np.int32), read.indptr.astype(np.int32)), read.shape)


def median_seconds(call, seconds, least_calls):
    times = []
    end = time.perf_counter() + seconds
    while len(times) < least_calls or (time.perf_counter() < end and len(times) < 2001):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def heddle_lines(what, path, given, answers):
    """What bench_host tells of one thread and of THREADS, a dictionary each; results lie in the folder `answers`."""
    command = [given.program, what, path, "--threads", f"1,{THREADS}", "--seconds", str(given.seconds),
               "--answers", answers]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(output.splitlines()))


def keep_least(row, times):
    for who, least in times.items():
        row[who] = min(row.get(who, math.inf), least)


def written(value):
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def summarise(table, ratios):
    for ratio in ratios if table else ():
        values = [float(row[ratio]) for row in table]
        print(f"{ratio}: geometric mean {statistics.geometric_mean(values):.3f}, least {min(values):.3f}")


def compare(description, measure, ratios, seconds, by=None):
    """measure(path, options, folder for answers): a file's line of the table, or a list of them, or None; `ratios` are
    columns of it, whose means are told, for each value of the column `by` too."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--csv")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=seconds)
    given = parser.parse_args()
    table = []
    with tempfile.TemporaryDirectory() as answers:
        for path in sorted(given.files):
            found = measure(path, given, answers) or []
            for row in found if isinstance(found, list) else [found]:
                table.append({column: written(value) for column, value in row.items()})
                print(" ".join(f"{column} {value}" for column, value in table[-1].items()), flush=True)
    for value in dict.fromkeys(row[by] for row in table) if by else ():
        print(value)
        summarise([row for row in table if row[by] == value], ratios)
    summarise(table, ratios)
    if given.csv and table:
        with open(given.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, table[0])
            writer.writeheader()
            writer.writerows(table)
