#!/usr/bin/env python3
"""mutate.py - apply small wrong changes one at a time; each must be killed by a test. `./dev mutate --help` says more.

The lists, tests/mutants/*.txt, hold blocks like this one, separated by empty lines; lines that begin with # are
comments. What stands after `-` is found wherever it is, and must occur exactly once in what is compiled, spaces and
line breaks aside; so a file may be moved or formatted. Where several files have it, `file:` ends the path of the one.

    [name-of-the-mutant] what is wrong in it
    - if (!mask.open(i)) {
    + if (false) {
    tests: tests/ops/mxv/masks.cpp tests/ops/assign/assign.cpp
    only: plus_times writes*
    library: src/containers/entries.cpp

`tests` are the sources that should notice, compiled anew where the change is not in src/ or in a header there that they
include themselves; `only` is doctest's filter of test cases; `library` names sources of the library that have to be
compiled with a mutated header.
The changed file lies in an overlay that is searched before the real tree, which nothing writes to. A mutant's objects
stand before the library, built once without any change, so that its functions are the ones that are linked.
"""
import argparse
import concurrent.futures
import difflib
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build-mutants"
SUPPORT = ["tests/support/main.cpp", "tests/support/source_root.cpp", "tests/walk/fibers.cpp"]
LEAST_SECONDS = 20  # that the tests of a mutant may take; else five times what they take without it


def bare(text):
    return re.sub(r"\s+", "", text)


@functools.cache
def product():
    """{path: text without spaces} of what a mutant may change."""
    paths = [path for folder in ("include", "semirings", "ops", "src") for path in sorted((ROOT / folder).rglob("*.?pp"))]
    return {str(path.relative_to(ROOT)): bare(path.read_text()) for path in paths}


def closest(text):
    """The line of the product that is most like this one."""
    lines = {line: str(path.relative_to(ROOT)) for path in map(ROOT.joinpath, product())
             for line in map(str.strip, path.read_text().splitlines())}
    like = difflib.get_close_matches(text, lines, 1, 0.5)
    return f"; like it is, in {lines[like[0]]}: {like[0]}" if like else ""


class Mutant:
    def __init__(self, lines, origin):
        match = re.fullmatch(r"\[([\w-]+)\] (.+)", lines[0])
        if not match:
            sys.exit(f"{origin}: a mutant must begin with [name] and what is wrong, not with: {lines[0]}")
        self.name, self.says = match.groups()
        self.before, self.after = [], []
        fields = {"file": "", "tests": "", "only": "", "library": ""}
        for line in lines[1:]:
            key, _, value = line.partition(":")
            if line[0] in "-+":
                (self.before if line[0] == "-" else self.after).append(line[1:].strip())
            elif key in fields:
                fields[key] = value.strip()
            else:
                sys.exit(f"{origin}: [{self.name}]: what is this line? {line}")
        self.only, self.tests, self.library = fields["only"], fields["tests"].split(), fields["library"].split()
        if not (self.before and self.tests):
            sys.exit(f"{origin}: [{self.name}] needs tests and a line to change")
        self.file, self.stale = self.find(fields["file"])
        if self.stale:
            return
        if self.file.endswith(".cpp"):
            self.library.append(self.file)
        self.compiled_anew = [t for t in self.tests if self.is_seen_by(t)]
        if not self.library and not self.compiled_anew:
            sys.exit(f"{origin}: [{self.name}] needs library: a source that includes {self.file}")

    def find(self, end):
        """The file that the text to change is in, and why there is none."""
        wanted = bare("".join(self.before))
        found = [file for file, text in product().items() for _ in range(text.count(wanted))
                 if f"/{file}".endswith(f"/{end}" if end else "")]
        if len(found) == 1:
            return found[0], ""
        return "", ", ".join(found) + " have it: it needs file:" if found else "no file has it" + closest(self.before[0])

    def is_seen_by(self, test):
        """A header of templates, which tests instantiate, or one of the library's own that this test includes."""
        return not self.file.startswith("src/") or f'#include "{self.file}"' in (ROOT / test).read_text()

    def text(self):
        """The changed file."""
        source = (ROOT / self.file).read_text()
        pattern = r"\s*".join(map(re.escape, bare("".join(self.before))))
        return re.sub(pattern, lambda _: "\n".join(self.after), source)


def read_lists():
    mutants = []
    for path in sorted((ROOT / "tests/mutants").glob("*.txt")):
        text = "\n".join(line for line in path.read_text().splitlines() if not line.startswith("#"))
        for block in re.split(r"\n\s*\n", text):
            if lines := [line for line in block.splitlines() if line.strip()]:
                mutants.append(Mutant(lines, path.name))
    names = [m.name for m in mutants]
    if twice := sorted({n for n in names if names.count(n) > 1}):
        sys.exit("mutants of the same name: " + ", ".join(twice))
    return mutants


def run(command, seconds=None):
    """Exit status and output; the status is None where the time was over."""
    process = subprocess.Popen(command, cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        return None, process.communicate()[0]


def must(command):
    status, output = run(command)
    if status != 0:
        sys.exit(f"{output}\nmutate.py: this failed: {shlex.join(command)}")


class Build:
    """The tree without any change: the library and, made on demand, the objects of test sources."""

    def __init__(self):
        BUILD.mkdir(exist_ok=True)
        # -O1 with assertions: a mutant may be noticed by one of them, and compiles faster. Precompiled headers would hide
        # a changed one.
        must(["cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "-DHEDDLE_CUDA=OFF", "-DHEDDLE_TOOL=OFF",
              "-DHEDDLE_BENCH=OFF", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
              "-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON", "-DHEDDLE_UNITY=OFF"])
        self.commands = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            self.commands.setdefault(os.path.relpath(entry["file"], ROOT), words)  # heddle_tests' own main comes first

    def unpackers(self):
        """The libraries of compressed files that the build has found."""
        cache = (BUILD / "CMakeCache.txt").read_text()
        found = re.findall(r"^(?:LIBLZMA_LIBRARY_RELEASE|HEDDLE_ZSTD_LIBRARY):FILEPATH=(.*)$", cache, re.MULTILINE)
        return [path for path in found if not path.endswith("NOTFOUND")]

    def build(self, sources):
        """Library and objects, together so that all cores are busy."""
        if missing := [s for s in sources if s not in self.commands]:
            sys.exit("no such sources in the build: " + ", ".join(missing))
        must(["cmake", "--build", ".", "-j", str(os.cpu_count() or 1), "--target", "heddle", "heddle_measure",
              *(self.object_of(s) for s in sources)])

    def object_of(self, source):
        """Relative to the build folder, which is ninja's name for it too."""
        words = self.commands[source]
        return words[words.index("-o") + 1]

    def compile(self, source, folder, extra):
        """Compiles a source in its own way, with `extra` first; the object lies in `folder`."""
        words = list(self.commands[source])
        overlaid = folder / source
        if source.startswith("src/") and not overlaid.exists():
            overlaid.parent.mkdir(parents=True, exist_ok=True)
            overlaid.write_text((ROOT / source).read_text())  # beside the changed header that it includes
        made = folder / (source.replace("/", "_") + ".o")
        words[words.index("-o") + 1] = str(made)
        if overlaid.exists():
            words[words.index("-c") + 1] = str(overlaid)
        at = next(i for i, word in enumerate(words) if word.startswith(("-I", "-D")))
        status, output = run(words[:at] + extra + [f"-iquote{(ROOT / source).parent}"] + words[at:] + ["-w"])
        return made if status == 0 else None, output

    def link(self, objects, into):
        compiler = next(w for w in self.commands[SUPPORT[0]] if "ccache" not in w)
        libraries = ["src/libheddle_measure.a", "src/libheddle.a", "-lz", "-lfmt", "-lpthread", *self.unpackers()]
        if any("oracle" in str(o) for o in objects):
            libraries.append("-lgraphblas")
        return run([compiler, "-o", str(into), *map(str, objects), *libraries])


def run_tests(program, only, seconds=None):
    """What the tests say: whether they passed, in how many seconds, and in which words."""
    start = time.time()
    filters = [f"--test-case={only}"] if only else []
    status, output = run([str(program), "--abort-after=1", "--no-colors", *filters], seconds)
    took = time.time() - start
    if status is None:
        return False, took, "time limit"
    if failed := re.search(r"^TEST CASE: +(.+)$", output, re.M):
        return False, took, failed.group(1)
    if status != 0:
        return False, took, f"status {status}"
    ran = re.search(r"test cases: +(\d+) \|", output)
    return (True, took, "") if ran and int(ran.group(1)) > 0 else (False, took, "no test case ran")


def check_unmutated(build, mutants):
    """Runs every set of tests as it is; seconds by set. Exits with all that do not link or fail, where some do."""
    seconds, wrong = {}, []
    for m in mutants:
        tests = (*m.tests, m.only)
        if tests in seconds:
            continue
        program = BUILD / "unmutated"
        seconds[tests] = 0
        status, output = build.link([build.object_of(s) for s in [*SUPPORT, *m.tests]], program)
        if status != 0:
            wrong.append(f"{output}\nmutate.py: the tests of [{m.name}] do not link")
            continue
        passed, seconds[tests], words = run_tests(program, m.only)
        if not passed:
            wrong.append(f"mutate.py: the tests of [{m.name}] fail without any change: {words}")
    if wrong:
        sys.exit("\n".join(wrong))
    return seconds


@functools.cache
def without_instances():
    """{path: text} of the headers that leave templates to the library, without what says so: a mutant's tests compile
    all templates themselves, or the library's unchanged ones would be linked."""
    left = re.compile(r"^extern (?:template|HEDDLE_).*\n", re.M)
    return {path: left.sub("", text) for path in product() if left.search(text := (ROOT / path).read_text())}


def include_path(file):
    """Where the overlay has to hold a file for #include to find it."""
    return "include/heddle/" + file if file.startswith(("ops/", "semirings/")) else file


def try_mutant(build, m, seconds):
    """'killed', 'survived' or 'does not compile', and in which words."""
    folder = BUILD / "mutants" / m.name
    shutil.rmtree(folder, ignore_errors=True)
    for file, text in {**without_instances(), m.file: m.text()}.items():
        changed = folder / include_path(file)
        changed.parent.mkdir(parents=True, exist_ok=True)
        changed.write_text(text)
    overlay = [f"-I{folder}", f"-I{folder / 'include'}"]
    objects = [build.object_of(s) for s in [*SUPPORT, *(t for t in m.tests if t not in m.compiled_anew)]]
    for source in [*m.compiled_anew, *m.library]:
        made, output = build.compile(source, folder, overlay)
        if not made:
            asserted = "static assertion failed" in output
            return ("killed", "by: a static assertion") if asserted else ("does not compile", output)
        objects.append(made)
    status, output = build.link(objects, folder / "tests")
    if status != 0:
        return "does not compile", output
    passed, took, words = run_tests(folder / "tests", m.only, max(LEAST_SECONDS, 5 * seconds))
    shutil.rmtree(folder)
    return ("survived", m.says) if passed else ("killed", f"by: {words}")


def judge(build, m, seconds):
    start = time.time()
    verdict, words = try_mutant(build, m, seconds)
    print(f"{verdict} in {time.time() - start:.0f} s: [{m.name}] {words}", flush=True)
    return verdict


def choose(mutants, options):
    by_name = {m.name: m for m in mutants}
    if unknown := [n for n in options.names if n not in by_name]:
        sys.exit("no such mutants: " + ", ".join(unknown) + "; --list names them all")
    if options.names:
        return [by_name[n] for n in options.names]
    if not options.some:
        return mutants
    # By the commit, so that every one has its turn and a run can be repeated.
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    count = min(options.some, len(mutants))
    first = int(commit or "0", 16) % len(mutants)
    return [mutants[(first + i * len(mutants) // count) % len(mutants)] for i in range(count)]


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate", description="Applies small wrong changes one at a time; "
                                     "each must be killed by a test. The status is 0 if all are.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of the mutants to try; all unless told")
    parser.add_argument("--list", action="store_true", help="say which there are, and whether the list is up to date")
    parser.add_argument("--some", type=int, metavar="N", help="N of them, which depends on the commit")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="mutants at a time")
    options = parser.parse_args()
    mutants = choose(read_lists(), options)
    stale = 0
    for m in mutants:
        if m.stale:
            print(f"stale: [{m.name}] {m.stale}")
            stale += 1
        elif options.list:
            print(f"[{m.name}] {m.says} ({m.file})")
    if stale or options.list:
        print(f"{len(mutants)} mutants, {stale} stale")
        return 1 if stale else 0
    start = time.time()
    build = Build()
    build.build(sorted({*SUPPORT, *(s for m in mutants for s in m.tests)}))
    seconds = check_unmutated(build, mutants)
    print(f"built, and passed without any change, in {time.time() - start:.0f} s", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        verdicts = list(pool.map(lambda m: judge(build, m, seconds[(*m.tests, m.only)]), mutants))
    killed = verdicts.count("killed")
    broken = verdicts.count("does not compile")
    print(f"{killed} killed, {verdicts.count('survived')} survived" + (f", {broken} do not compile" if broken else ""))
    return 0 if killed == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
