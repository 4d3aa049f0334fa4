# house_ways.py - how many product files have code that runs in a call, by gcov: for count_house.py.
"""The library and the programs of tests/structure/ways, a call each, are built without optimisation and inlining, with
gcov. Only the call itself counts: its program sets all counts back before it. So what every program runs at its start,
and what makes the operands, does not count. "first" is the first call of a program, which starts threads, makes plans
and takes memory; "again" is the same call once more. A file counts if gcov saw one of its lines run, headers too.

On a GPU (with --cuda) a second figure has the files of device code too: those that the machine code of a launched
kernel was made of, by its line numbers, whether or not a thread came there. gcov names the kernels that are launched by
<<<>>>, whose stubs ran, and the program those that it launches by their addresses. That needs cuobjdump and nvdisasm.

The programs may run on another machine than the one that builds them and counts:

  count_house.py ways --cuda --build FOLDER --pack programs.tar.xz    builds
  house_ways.py programs.tar.xz runs.tar.xz                           on a machine with a GPU, which needs no compiler
  count_house.py ways --cuda --build FOLDER --runs runs.tar.xz        counts
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from pathlib import Path

from house_compile import configure, toolkit

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ROOT / "tests/structure/ways"
PRODUCT = ("include/", "src/", "ops/", "semirings/")
FLAGS = ["-O0", "-fno-inline", "-DNDEBUG", "--coverage", "-fprofile-update=atomic"]
TURNS = ("first", "again")
WAYS = {  # program: what it is, and how many files the author of the issue counted on a GPU by reading
    "mxv": ("mxv from a .cpp", 34),
    "push_in_loop": ("push in a loop", 36),
    "spgemm": ("SpGEMM", 30),
    "masked_ewise_add": ("masked ewise_add of matrices", 24),
    "read_file": ("Matrix Market file to matrix", 18),
}


def build_programs(build, cuda):
    options = ["-DCMAKE_BUILD_TYPE=", f"-DCMAKE_CXX_FLAGS={' '.join(FLAGS)}", "-DCMAKE_EXE_LINKER_FLAGS=--coverage"]
    if cuda:
        options.append(f"-DCMAKE_CUDA_FLAGS=-lineinfo -Xcompiler={','.join(FLAGS)}")
    configure(PROJECT, build, options, cuda)
    command = ["cmake", "--build", build, "--parallel", str(os.cpu_count())]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def product_file(path, folder=ROOT):
    """A file's name in the project, or None where it is no product file."""
    path = os.path.relpath(os.path.realpath(os.path.join(folder, path)), ROOT)
    return path if path.startswith(PRODUCT) else None


def runs_of_object(data):
    """({product file: lines that ran}, functions that ran) of one object file."""
    output = subprocess.run(["gcov", "--json-format", "--stdout", data.name], cwd=data.parent, capture_output=True,
                            check=True).stdout
    lines, functions = defaultdict(set), set()
    for part in map(json.loads, output.splitlines()):
        for file in part["files"]:
            functions.update(f["name"] for f in file["functions"] if f["execution_count"] > 0)
            path = product_file(file["file"], part.get("current_working_directory", data.parent))
            ran = {line["line_number"] for line in file["lines"] if line["count"] > 0}
            if path and ran:
                lines[path] |= ran
    return lines, functions


def run_programs(programs, runs, executor):
    """Each program in a folder of its own for each turn, where its counts and launches then lie."""
    for program in WAYS:
        for turn in TURNS:
            folder = runs / f"{program}_{turn}"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            paths = {"GCOV_PREFIX": str(folder.resolve()), "LD_LIBRARY_PATH": str(programs.resolve())}
            subprocess.run([(programs / program).resolve(), executor, turn], cwd=folder, check=True,
                           env={**os.environ, **paths})


def pack(build, archive):
    """The programs without their symbols, and the libraries that another machine may lack."""
    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive, "w:xz", preset=9) as packed:
        for program in WAYS:
            subprocess.run(["strip", "-s", "-o", f"{folder}/{program}", build / program], check=True)
            packed.add(f"{folder}/{program}", program)
        shared = subprocess.run(["ldd", build / program], capture_output=True, text=True, check=True).stdout
        for name, path in re.findall(r"(lib(?:fmt|z|lzma|zstd)\.so\S*) => (\S+)", shared):
            packed.add(os.path.realpath(path), name)


def run_packed(archive, result):
    """What a machine with a GPU does: runs the programs of `archive`, and packs what they leave."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as packed:
            packed.extractall(f"{folder}/programs")
        run_programs(Path(folder) / "programs", Path(folder) / "runs", "gpu")
        with tarfile.open(result, "w:xz") as packed:
            packed.add(f"{folder}/runs", ".")


def counts_of_run(build, run):
    """({product file: lines that ran}, functions that ran) in a run; gcov wants counts beside the notes of a build."""
    for old in build.rglob("*.gcda"):
        old.unlink()
    for count in run.rglob("*.gcda"):
        shutil.copy(count, "/" / count.relative_to(run))
    lines, functions = defaultdict(set), set()
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for of_object, called in pool.map(runs_of_object, sorted(build.rglob("*.gcda"))):
            functions |= called
            for path, ran in of_object.items():
                lines[path] |= ran
    return lines, functions


def without_hashes(name):
    """A kernel's mangled name, in which g++ and nvcc name unnamed namespaces in different ways."""
    while match := re.search(r"(\d+)(_GLOBAL__N_)", name):
        end = match.start(2) + int(match.group(1))
        name = name[:match.start()] + "unnamed" + name[end:]
    return name


def launched_kernels(build, program, run, functions):
    """Kernels whose stubs ran, which nvcc names by them, and those that the program noted by their addresses."""
    stubs = (re.match(r"_?Z?L?(\d*)(__device_stub_.*)", name) for name in functions)
    names = {m.group(2)[:int(m.group(1) or len(m.group(2)))].replace("__device_stub_", "", 1) for m in stubs if m}
    symbols = subprocess.run(["nm", build / program], capture_output=True, text=True, check=True).stdout
    name_at = {int(line.split()[0], 16): line.split()[2] for line in symbols.splitlines() if len(line.split()) == 3}
    names |= {name_at[int(address, 16)] for address in (run / "launches.txt").read_text().split()}
    return {without_hashes(name) for name in names}


def files_of_kernels(build, program):
    """{kernel: product files that its machine code was made of} of all that a program has."""
    files = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([toolkit("cuobjdump"), "-xelf", "all", (build / program).resolve()], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        for code in Path(folder).iterdir():
            text = subprocess.run([toolkit("nvdisasm"), "-g", "-c", code], capture_output=True, text=True, check=True)
            kernel = None
            for line in text.stdout.splitlines():
                if line.startswith(".text."):
                    kernel = without_hashes(line[len(".text."):].rstrip(":"))
                elif "//## File" in line and kernel:
                    files[kernel].update(re.findall(r'"([^"]+)"', line))
    return {kernel: {path for path in map(product_file, paths) if path} for kernel, paths in files.items()}


def keep_list(folder, name, lines, device):
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{path}: {len(lines[path])} lines\n" for path in sorted(lines))
    text += "".join(f"{path}: in kernels\n" for path in sorted(device - set(lines)))
    (folder / f"{name}.txt").write_text(text)


def ways(build, cuda, folder=None, packed=None, ran_elsewhere=None):
    """The figures. With `packed` only the file of that name is made; `ran_elsewhere` has the runs, if any."""
    executor = "gpu" if cuda else "host"
    runs = build.with_name(build.name + "-runs")
    if ran_elsewhere:
        with tarfile.open(ran_elsewhere) as archive:
            shutil.rmtree(runs, ignore_errors=True)
            archive.extractall(runs)
    else:
        build_programs(build, cuda)
        if packed:
            return pack(build, packed)
        run_programs(build, runs, executor)
    ground = []
    for program, (what, read) in WAYS.items():
        yield f"files of {what}: gpu, by the issue's author, who read", read, "files"
        of_kernels = files_of_kernels(build, program) if cuda else {}
        for turn in TURNS:
            run = runs / f"{program}_{turn}"
            lines, functions = counts_of_run(build, run)
            yield f"files of {what}: {executor}, {turn}", len(lines), "files"
            device = set()
            if cuda:
                kernels = launched_kernels(build, program, run, functions)
                device = set().union(*(of_kernels.get(kernel, set()) for kernel in kernels))
                yield f"kernels of {what}: {executor}, {turn}", len(kernels & set(of_kernels)), "kernels"
                yield f"files of {what}: {executor}, {turn}, with device code", len(device | set(lines)), "files"
            if turn == "again":
                ground.append(device | set(lines))
            if folder:
                keep_list(folder, f"{program}_{executor}_{turn}", lines, device)
    yield f"files of all of these: {executor}, again", len(set.intersection(*ground)), "files"


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    run_packed(*sys.argv[1:])
