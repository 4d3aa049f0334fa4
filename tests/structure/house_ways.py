# house_ways.py - how many product files have code that runs in a call, by gcov: for count_house.py.
"""The library and the programs of tests/structure/ways, a call each, are built without optimisation and inlining, with
gcov. Only the call itself counts: its program sets all counts back before it. So what every program runs at its start,
and what makes the operands, does not count. "first" is the first call of a program, which starts threads, makes plans
and takes memory; "again" is the same call once more. A file counts if gcov saw one of its lines run, headers too.

On a GPU (with --cuda) gcov sees what the host does. Of device code it sees the launch stub of a kernel that is launched
by <<<>>>, at the line where the kernel is defined, so that the kernel's own file counts; it sees neither what a kernel
calls nor a kernel that is launched by its address (cudaLaunchKernelExC), whose launcher mostly stands in the same file.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from house_compile import configure

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "tests/structure/ways"
PRODUCT = ("include/", "src/", "ops/", "semirings/")
FLAGS = ["-O0", "-fno-inline", "-DNDEBUG", "--coverage", "-fprofile-update=atomic"]
WAYS = {  # program: what it is, and how many files the author of the issue counted on a GPU by reading
    "mxv": ("mxv from a .cpp", 34),
    "push_in_loop": ("push in a loop", 36),
    "spgemm": ("SpGEMM", 30),
    "masked_ewise_add": ("masked ewise_add of matrices", 24),
    "read_file": ("Matrix Market file to matrix", 18),
}


def build_programs(build, cuda):
    options = ["-DCMAKE_BUILD_TYPE=", f"-DCMAKE_CXX_FLAGS={' '.join(FLAGS)}", "-DHEDDLE_PRECOMPILED=standard"]
    if cuda:
        options.append(f"-DCMAKE_CUDA_FLAGS=-Xcompiler={','.join(FLAGS)}")
    configure(PROJECT, build, options, cuda)
    done = subprocess.run(["cmake", "--build", build, "--parallel", str(os.cpu_count())], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def lines_of_object(data):
    """{product file: lines that ran} of one object file."""
    output = subprocess.run(["gcov", "--json-format", "--stdout", data.name], cwd=data.parent, capture_output=True,
                            check=True).stdout
    ran = defaultdict(set)
    for part in map(json.loads, output.splitlines()):
        for file in part["files"]:
            path = os.path.realpath(os.path.join(part.get("current_working_directory", data.parent), file["file"]))
            path = os.path.relpath(path, ROOT)
            if path.startswith(PRODUCT):
                ran[path].update(line["line_number"] for line in file["lines"] if line["count"] > 0)
    return {path: lines for path, lines in ran.items() if lines}


def files_that_run(build, program, executor, turn):
    """{product file: lines that ran} in the call of a program."""
    for old in build.rglob("*.gcda"):
        old.unlink()
    subprocess.run([build.resolve() / program, executor, turn], cwd=build, check=True)
    ran = defaultdict(set)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for of_object in pool.map(lines_of_object, sorted(build.rglob("*.gcda"))):
            for path, lines in of_object.items():
                ran[path] |= lines
    return ran


def ways(build, cuda, folder):
    build_programs(build, cuda)
    executor = "gpu" if cuda else "host"
    for program, (what, read) in WAYS.items():
        for turn in ("first", "again"):
            ran = files_that_run(build, program, executor, turn)
            yield f"files of {what}: {executor}, {turn}", len(ran), "files"
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
                text = "".join(f"{path}: {len(ran[path])}\n" for path in sorted(ran))
                (folder / f"{program}_{executor}_{turn}.txt").write_text(text)
