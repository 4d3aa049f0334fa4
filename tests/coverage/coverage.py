#!/usr/bin/env python3
"""coverage.py - counts the lines that the host tests ran: `./dev coverage`, which builds and runs them first.

usage: coverage.py BUILD_FOLDER

Counted are the lines with code of include, ops, semirings, and of src beside device code and the tool, that the host suite compiles, `.cuh`
files aside, and lines that only close a block; of a template all instances together. Which may stay uncovered stands in
tests/coverage/uncovered.txt:

    ## reason
    path/of/file.hpp: a piece of any line of a run of uncovered ones, which a covered or an empty line ends

What stands under a reason that begins with "GPU" is left out of the count. The status is 0 if at least 95 % are
covered, every uncovered line is listed, and every entry of the list is needed.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("include/", "ops/", "semirings/",
           *(f"src/{room}/" for room in "text loop executor plan containers traverse io".split()))
LEAST = 95.0


def lines_of_object(data):
    """{file: {line: times}} of one object file, by gcov."""
    output = subprocess.run(["gcov", "--json-format", "--stdout", data.name], cwd=data.parent, capture_output=True,
                            check=True).stdout
    times = defaultdict(dict)
    for part in map(json.loads, output.splitlines()):
        for file in part["files"]:
            compiled_in = part.get("current_working_directory", data.parent)
            path = os.path.relpath(os.path.realpath(os.path.join(compiled_in, file["file"])), ROOT)
            if path.startswith(FOLDERS) and not path.endswith(".cuh"):
                of_file = times[path]
                for line in file["lines"]:
                    number = line["line_number"]
                    of_file[number] = max(of_file.get(number, 0), line["count"])
    return times


def all_lines(build):
    total = defaultdict(dict)
    objects = sorted(build.rglob("*.gcda"))
    if not objects:
        sys.exit(f"coverage.py: {build} has no counts; have the tests run?")
    with concurrent.futures.ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for times in pool.map(lines_of_object, objects):
            for path, lines in times.items():
                for number, count in lines.items():
                    total[path][number] = max(total[path].get(number, 0), count)
    return total


def without_ends(lines, source):
    """Lines but for those that only close a block: what is counted there is what happens if an exception passes."""
    return {number: times for number, times in lines.items() if source[number - 1].strip(" \t};)")}


def uncovered_runs(lines, source):
    """Runs of uncovered lines with nothing covered and no empty line in between."""
    runs, last = [], 0
    for number in sorted(lines):
        if lines[number] > 0:
            last = 0
            continue
        if last == 0 or "" in map(str.strip, source[last:number - 1]):
            runs.append([])
        runs[-1].append(number)
        last = number
    return runs


def read_list():
    """[(reason, file, piece)]"""
    entries, reason = [], ""
    for line in (ROOT / "tests/coverage/uncovered.txt").read_text().splitlines():
        if line.startswith("## "):
            reason = line[3:]
        elif line.strip() and not line.startswith("#"):
            path, _, piece = line.partition(": ")
            entries.append((reason, path, piece.strip()))
    return entries


def main():
    lines, entries = all_lines(Path(sys.argv[1]).resolve()), read_list()
    used, unlisted = set(), []
    covered = counted = listed = 0
    table = []
    for path in sorted(lines):
        source = (ROOT / path).read_text().splitlines()
        lines[path] = without_ends(lines[path], source)
        left_out = missing = 0
        for run in uncovered_runs(lines[path], source):
            text = "\n".join(source[run[0] - 1:run[-1]])
            fits = [e for e in entries if e[1] == path and e[2] in text]
            used.update(fits)
            if any(reason.startswith("GPU") for reason, _, _ in fits):
                left_out += len(run)
                continue
            missing += len(run)
            listed += len(run) if fits else 0
            if not fits:
                unlisted.append(f"{path}:{run[0]}: {source[run[0] - 1].strip()}"
                                + (f" (and {len(run) - 1} more)" if len(run) > 1 else ""))
        count = len(lines[path]) - left_out
        counted, covered = counted + count, covered + count - missing
        if count:
            table.append((100 * (count - missing) / count, path, missing))
    for percent, path, missing in sorted(table):
        print(f"{percent:6.1f} %  {path}" + (f"  ({missing} lines)" if missing else ""))
    print("\n".join(["", "not covered and not listed:"] + unlisted if unlisted else []))
    stale = [e for e in entries if e not in used]
    for reason, path, piece in stale:
        print(f"listed, but covered or gone: {path}: {piece}")
    percent = 100 * covered / counted
    print(f"{percent:.1f} % of {counted} lines are covered, {listed} are not for reasons that are listed, "
          f"{sum(1 for _ in unlisted)} places are not listed")
    return 0 if percent >= LEAST and not unlisted and not stale else 1


if __name__ == "__main__":
    sys.exit(main())
