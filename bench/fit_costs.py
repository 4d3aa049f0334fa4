#!/usr/bin/env python3
# fit_costs.py - constants of src/plan/cost.cpp, of schedules that `auto` never takes, fitted to the committed times.
"""Usage: bench/fit_costs.py [FOLDER]    (bench/results/h200 unless told; some seconds)

Reads bench_spmv.csv and prints the table of cost.cpp: a line a schedule, with the worst factor between estimate and time
as its last number. The model is that of cost.cpp; change both together. tests/plan/choose_cost.cpp holds the table to
the file. Matrices that store no values, what FORM does not know, and most parameters are left out."""
import csv
import math
import pathlib
import random
import re
import sys

COPY_BYTES_PER_US = 4.29e6
SECTOR_BYTES = 32
GATHER_RATES = [(16e3, 530e3), (256e3, 228e3), (512e3, 155e3), (1e6, 150e3), (16e6, 143e3), (32e6, 120e3),
                (64e6, 72e3), (128e6, 54e3), (1e9, 42e3)]

# Schedule: lanes of a worker (0: in its name), launches as `launches_of` counts them, and which constants it has beside
# streaming and gathering.
FORM = {
    "thread_mapped": (1, 1, ("entry", "step")),
    "group_mapped": (0, 1, ("row4", "row8", "step")),
    "warp_mapped": (32, 1, ("row4", "row8", "step")),
    "block_mapped": (256, 1, ("row4", "row8", "step")),
    "nonzero_split": (1, 2, ()),
    "nonzero_split+entries": (1, 2, ()),
    "nonzero_split+scan": (1, 2, ()),
    "nonzero_split:at_tile_ends=1": (256, 1, ("step",)),
    "merge_path": (1, 2, ()),
    "binned": (256, 0, ("step",)),
    "cut_tiles": (1, 2, ("row4", "row8")),
    "dynamic": (256, 2, ("step",)),
    "coo": (1, 2, ()),
}
# Its rows cost so much that nothing else can be told from its times: the rest is that of groups.
ROWS_ONLY = "block_mapped"
# The others are estimated by src/plan/estimate.cpp; they are fitted here for the launches, which all share.
PRINTED = ("block_mapped", "binned", "coo", "cut_tiles", "dynamic")
START = {"stream": 1.2, "gather": 1.2, "entry": 0.1, "row4": 0.01, "row8": 0.01, "step": 150.0}


def table(path):
    with open(path) as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


# So many scanned shares at most take one another's parts of rows, without a second launch.
LOOKING_BACK = 8 * 132


def family(name):
    if "at_tile_ends=1" in name:
        return re.split("[<:+]", name)[0] + ":at_tile_ends=1"
    walk = re.search(r"\+\w+", name)
    return re.split("[<:+]", name)[0] + (walk.group() if walk else "")


def kind(row):
    """The schedule, and how the plan had its shares walked where that was left to it."""
    name = re.sub(r"<(\d+)>", r":lanes=\1", row["schedule"])
    for walk in ("+entries", "+scan"):
        if name == "nonzero_split" and walk in row["chosen"]:
            return name + walk
    return name


def lanes_of(name):
    lanes = FORM[family(name)][0]
    given = re.search(r"<(\d+)>|lanes=(\d+)", name)
    return lanes or int(next(group for group in given.groups() if group) if given else 8)


def launches_of(name, matrix, chosen):
    """binned: one a shape of its bins. Others: the kernel, and a fix-up or the zeroing of the counter that is claimed
    from; no row of cut_tiles is cut below its least threshold, and few scanned shares look back, which takes about half
    a launch."""
    items = re.search(r"atoms_per_worker=(\d+)", chosen)
    if "+scan" in chosen and "at_tile_ends=1" not in chosen:
        if matrix.nnz <= LOOKING_BACK * int(items.group(1)) and matrix.longest <= 256 * int(items.group(1)):
            return 1.5
    if family(name) == "binned":
        shapes = [min(max(size - 3, 0), 5) if size < 12 else 6 for size, rows in enumerate(matrix.lengths) if rows]
        return len(set(shapes))
    if family(name) == "cut_tiles" and matrix.longest <= 32:
        return 1
    return FORM[family(name)][1]


def shares_constants(name):
    return "group_mapped" if name == "warp_mapped" else name


def rate(size):
    if size <= GATHER_RATES[0][0]:
        return GATHER_RATES[0][1]
    for (low, fast), (high, slow) in zip(GATHER_RATES, GATHER_RATES[1:]):
        if size <= high:
            return fast * (slow / fast) ** (math.log(size / low) / math.log(high / low))
    return GATHER_RATES[-1][1]


class Matrix:
    def __init__(self, row):
        self.rows, self.cols, self.nnz = int(row["rows"]), int(row["cols"]), int(row["nnz"])
        self.mean, self.deviation = self.nnz / max(self.rows, 1), float(row["row_stddev"])
        self.longest, self.empty = int(row["longest_row"]), int(row["empty_rows"])
        self.lengths = [int(count) for count in row["row_lengths"].split()]
        self.near = float(row["nearness"])

    def streaming(self, width):
        return (self.nnz * (4 + width) + self.rows * (4 + width) + self.cols * width) / COPY_BYTES_PER_US

    def gathering(self, width):
        columns = self.cols / max(self.rows, 1)
        everything = (self.rows - self.empty) * columns * width
        heavier = entries = elapsed = 0.0
        for size in range(len(self.lengths) - 1, 0, -1):
            here = self.lengths[size] * 1.5 * 2.0 ** (size - 1)
            heavier += self.lengths[size] * columns
            entries += here
            elapsed += here / rate(min(heavier * SECTOR_BYTES, everything))
        return (1 - self.near) * elapsed * self.nnz / entries if entries else 0.0


class Sample:
    """One measured time, and what of the model does not depend on constants."""

    def __init__(self, matrix, width, schedule, chosen, us):
        self.us, self.width, self.mean = us, width, matrix.mean
        self.family, self.lanes = shares_constants(family(schedule)), lanes_of(schedule)
        self.launches = launches_of(schedule, matrix, chosen)
        self.streaming, self.gathering = matrix.streaming(width), matrix.gathering(width)
        self.row_lanes, self.chain = matrix.rows * self.lanes * 1e-3, matrix.longest / self.lanes * 1e-3

    def expected(self, launch, own):
        streaming = max(own["stream"], own.get("entry", 0) * self.mean) * self.streaming
        parts = (streaming, own["gather"] * self.gathering, self.row_lanes * own.get(f"row{self.width}", 0),
                 self.chain * own.get("step", 0))
        return launch[0] + launch[1] * (self.launches - 1) + sum(part**3 for part in parts) ** (1 / 3)

    def error(self, launch, own):
        return abs(math.log(self.expected(launch, own) / self.us))


def is_known(name):
    """Of a schedule as cost.cpp has it: no parameter but lanes, and shares that end where rows do."""
    return family(name) in FORM and re.fullmatch(r"\w+(:lanes=\d+|:at_tile_ends=1|\+entries|\+scan)?", name)


def samples_of(folder):
    widths = {"f32": 4, "f64": 8}
    return [Sample(Matrix(row), widths[row["type"]], kind(row), row["chosen"], float(row["time_us"]))
            for row in table(folder / "bench_spmv.csv")
            if row["values"] == "array" and row["verified"] == "true" and is_known(kind(row))]


def fitted(value, loss, steps):
    """`value`, a dictionary, after random steps each of which makes the loss smaller."""
    least = loss(value)
    for _ in range(steps):
        name = random.choice(list(value))
        changed = {**value, name: value[name] * math.exp(random.gauss(0, 0.1))}
        if (now := loss(changed)) < least:
            least, value = now, changed
    return value


def main():
    random.seed(1)
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "results/h200"
    samples = samples_of(folder)
    groups = {}
    for sample in samples:
        groups.setdefault(sample.family, []).append(sample)
    launch = {0: 5.4, 1: 5.7}
    own = {name: {key: START[key] for key in ("stream", "gather", *FORM[name][2])} for name in groups}
    for _ in range(3):
        for name, group in groups.items():
            kept = {key: own["group_mapped"][key] for key in ("stream", "gather", "step")} if name == ROWS_ONLY else {}
            free = {key: value for key, value in own[name].items() if key not in kept}
            free = fitted(free, lambda c: sum(s.error(launch, {**kept, **c}) ** 3 for s in group), 2500)
            own[name] = {**kept, **free}
        launch = fitted(launch, lambda l: sum(s.error(l, own[s.family]) ** 3 for s in samples), 200)
    print(f"first_launch_us = {launch[0]:.1f}, other_launch_us = {launch[1]:.1f}")
    for name in PRINTED:
        c, group = own[name], groups[name]
        worst = math.exp(max(s.error(launch, c) for s in group))
        print('    {"%s", {%.2f, %.3g, %.2f, %.4f, %.4f, %.0f, %d, %.2f}},' %
              (name, c["stream"], c.get("entry", 0), c["gather"], c.get("row4", 0), c.get("row8", 0),
               c.get("step", 0), FORM[name][1], worst * 1.02))  # the numbers before it are rounded


if __name__ == "__main__":
    main()
