#!/usr/bin/env python3
# count_house.py - the figures of how large and how simple the house is, for tests/structure/house.csv.
"""Prints figures as lines of CSV: date,commit,what,figure,unit.

  count_house.py                        lines, names and words, which need the sources and git alone
  count_house.py lines names words      some of them
  count_house.py kernels --build build  what a build with CUDA has in libheddle.a
  count_house.py ways [--cuda] [--build FOLDER]     the files that have code which runs, by gcov: see house_ways.py
  count_house.py compile [--cuda] [--build FOLDER]  what it takes to compile a user's files: see house_compile.py
  count_house.py ... --append           also appends the lines to tests/structure/house.csv

lines: all lines of all product files, which are those that git tracks in include, src, ops and semirings.
names: those that stand directly in heddle::, and in each namespace in it: see house_names.py.
words: the concepts that docs/design.md needs before one can change a kernel, which are the list of its section "Words".
kernels: as often as the library has machine code of them; a kernel of one name in two objects counts twice.

The commit is the last one that changed product files; a + behind it says that others were not committed yet. Kernels
have the one that the build was made of.
"""
import argparse
import csv
import datetime
import re
import subprocess
import sys
from pathlib import Path

import house_compile
import house_names
import house_ways

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "tests/structure/house.csv"
PRODUCT = ("include", "src", "ops", "semirings")


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def lines():
    listed = [ROOT / path for path in git("ls-files", *PRODUCT).splitlines()]
    paths = [path for path in listed if not path.is_symlink()]  # include/heddle has links to ops and semirings
    yield "product files", len(paths), "files"
    yield "product lines", sum(path.read_bytes().count(b"\n") for path in paths), "lines"


def names():
    found = house_names.all_names()
    direct = found["heddle"]
    algebra = sum(house_names.is_algebra(files) for files in direct.values())
    yield "names in heddle::", len(direct), "names"
    yield "names in heddle:: of operators, monoids and semirings", algebra, "names"
    yield "names in heddle:: beside those", len(direct) - algebra, "names"
    for namespace in sorted(found):
        if namespace != "heddle":
            yield f"names in {namespace}::", len(found[namespace]), "names"


def words():
    page = (ROOT / "docs/design.md").read_text()
    section = re.search(r"^## Words\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    yield "concepts before one can change a kernel", len(re.findall(r"^- ", section.group(1), re.M)), "concepts"


def kernels(build):
    """Each launch stub of nvcc keeps one handle of its kernel; cuobjdump -res-usage lists as many functions."""
    library = build / "src/libheddle.a"
    symbols = subprocess.run(["nm", library], capture_output=True, text=True, check=True).stdout
    handles = re.findall(r"(__device_stub__\w+)8__handle$", symbols, re.M)
    yield "kernels in libheddle.a", len(handles), "kernels"
    yield "kernels in libheddle.a that are CUB's", sum("_ZN3cub" in name for name in handles), "kernels"


def commit_of(build):
    """What a build was made of, as it says itself; else what stands here."""
    version = build / "src/version.cpp"
    told = re.search(r'"([0-9a-f]{7,40})(-dirty|\+)?"', version.read_text()) if version.exists() else None
    if told:
        return told.group(1)[:7] + ("+" if told.group(2) else "")
    return commit_here()


def commit_here():
    changed = git("status", "--porcelain", "--", *PRODUCT)
    return git("log", "-1", "--format=%h", "--abbrev=7", "--", *PRODUCT).strip() + ("+" if changed else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", help="lines, names, words, kernels, ways, compile")
    parser.add_argument("--build", type=Path, help="the folder of a build: read by kernels, made by ways and compile")
    parser.add_argument("--cuda", action="store_true", help="ways: on a GPU; compile: with the .cu file")
    parser.add_argument("--list", type=Path, help="ways: a folder for the files of each way, with the lines that ran")
    parser.add_argument("--pack", type=Path, help="ways: only make this file of the programs, for another machine")
    parser.add_argument("--runs", type=Path, help="ways: count what another machine ran, see house_ways.py")
    parser.add_argument("--append", action="store_true")
    options = parser.parse_args()
    chosen = options.what or ["lines", "names", "words"]
    unknown = set(chosen) - {"lines", "names", "words", "kernels", "ways", "compile"}
    if unknown:
        parser.error(f"nothing is counted by the name {unknown.pop()}")
    if "kernels" in chosen and not options.build:
        parser.error("kernels needs --build")

    written = csv.writer(sys.stdout, lineterminator="\n")
    rows = []
    for name in chosen:
        commit = commit_of(options.build) if name == "kernels" else commit_here()
        if name == "ways":
            build = options.build or ROOT / "build-house/ways"
            figures = house_ways.ways(build, options.cuda, options.list, options.pack, options.runs)
        elif name == "compile":
            figures = house_compile.compile_programs(options.build or ROOT / "build-house/compile", options.cuda)
        elif name == "kernels":
            figures = kernels(options.build)
        else:
            figures = {"lines": lines, "names": names, "words": words}[name]()
        for figure in figures:
            rows.append([datetime.date.today().isoformat(), commit, *figure])
            written.writerow(rows[-1])
            sys.stdout.flush()
    if options.append:
        with TABLE.open("a", newline="") as table:
            csv.writer(table, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
