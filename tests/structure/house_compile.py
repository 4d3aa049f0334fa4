# house_compile.py - time and memory to compile what users write: for count_house.py.
"""Two files are compiled by the flags that a release build of a user's project has for them: the program of README.md
as a .cpp, and tests/structure/compiled/own_semiring.cu. Each figure is the median of three runs. CPU time is user and
system time of the compiler with all that it starts; memory is the most that one of these processes had.
"""
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "tests/structure/compiled"
RUNS = 3


def readme_program():
    """The first program of README.md that is whole."""
    blocks = re.findall(r"^```cpp\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    return next(block for block in blocks if "int main()" in block)


def toolkit(program):
    """A program of the CUDA toolkit."""
    return shutil.which(program) or f"/usr/local/cuda/bin/{program}"


def configure(project, build, options, cuda):
    """Configures a project in a folder; its options, and with CUDA nvcc wherever it is."""
    build.mkdir(parents=True, exist_ok=True)
    options = [*options, f"-DHEDDLE_CUDA={'ON' if cuda else 'OFF'}"]
    if cuda:
        options += [f"-DCMAKE_CUDA_COMPILER={toolkit('nvcc')}", "-DCMAKE_CUDA_ARCHITECTURES=90"]
    done = subprocess.run(["cmake", "-S", project, "-B", build, *options], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def measured(command, folder):
    """(CPU seconds, wall seconds, MB) of one run of a command."""
    begin = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, env={**os.environ, "CCACHE_DISABLE": "1"})
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"house_compile.py: {shlex.join(command)} failed")
    return used.ru_utime + used.ru_stime, time.monotonic() - begin, used.ru_maxrss * 1024 / 1e6


def compile_programs(build, cuda):
    build.mkdir(parents=True, exist_ok=True)
    program = build.resolve() / "readme_program.cpp"
    program.write_text(readme_program())
    configure(PROJECT, build, ["-DCMAKE_BUILD_TYPE=Release", f"-DREADME_PROGRAM={program}"], cuda)
    commands = {Path(entry["file"]).name: entry for entry in json.loads((build / "compile_commands.json").read_text())}
    told = {"readme_program.cpp": "README's program as a .cpp"}
    if cuda:
        told["own_semiring.cu"] = "a .cu with one mxv over a user's semiring"
    for file, what in told.items():
        command = shlex.split(commands[file]["command"])
        (build / "CMakeFiles" / f"{Path(file).stem}.dir").mkdir(parents=True, exist_ok=True)
        runs = [measured(command, commands[file]["directory"]) for _ in range(RUNS)]
        cpu, wall, memory = (statistics.median(column) for column in zip(*runs))
        yield f"compile {what}: CPU time", f"{cpu:.1f}", "s"
        yield f"compile {what}: wall time", f"{wall:.1f}", "s"
        yield f"compile {what}: memory", f"{memory:.0f}", "MB"
