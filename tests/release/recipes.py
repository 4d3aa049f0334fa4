#!/usr/bin/env python3
# recipes.py - those of docs/packaging parse, tell the version of CMakeLists.txt, and set options that there are.
import ast
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

root = Path(__file__).resolve().parents[2]
folder = root / "docs/packaging"
found = []


def expect(right, sentence):
    if not right:
        found.append(sentence)


scripts = [root / "CMakeLists.txt", root / "src/CMakeLists.txt", *sorted((root / "src/cmake").glob("*.cmake"))]
cmake = "\n".join(path.read_text() for path in scripts)
version = re.search(r"project\(heddle VERSION ([\d.]+)", cmake)[1]

manifest = json.loads((folder / "vcpkg/vcpkg.json").read_text())
known = {"name", "version", "description", "license", "supports", "dependencies", "features"}
expect(set(manifest) <= known, f"vcpkg.json has fields that vcpkg does not know: {set(manifest) - known}")
expect(manifest["version"] == version, f"vcpkg.json has version {manifest['version']}, CMakeLists.txt {version}")

# The port, with functions in the place of vcpkg's that print what they are given.
names = ["extract_source_archive", "check_features", "cmake_configure", "cmake_install", "cmake_config_fixup",
         "fixup_pkgconfig", "install_copyright"]
stubs = "".join(f'function(vcpkg_{name})\n  message(STATUS "{name} ${{ARGN}}")\nendfunction()\n' for name in names)
with tempfile.TemporaryDirectory() as work:
    script = Path(work) / "port.cmake"
    script.write_text(f'{stubs}set(CURRENT_PACKAGES_DIR "{work}/packages")\nset(VERSION {version})\n'
                      f'include("{folder}/vcpkg/portfile.cmake")\n')
    port = subprocess.run(["cmake", "-P", script], capture_output=True, text=True)
expect(port.returncode == 0, f"portfile.cmake does not run: {port.stderr}")
expect(f"heddle-{version}.tar.gz" in port.stdout, "portfile.cmake does not take the archive of this version")
features = {word for line in port.stdout.splitlines() if "check_features" in line for word in line.split(";")}
expect(set(manifest["features"]) <= features, "portfile.cmake leaves out a feature of vcpkg.json")

recipe = (folder / "spack/package.py").read_text()
ast.parse(recipe)
expect(f'version("{version}")' in recipe and f"heddle-{version}.tar.gz" in recipe, "package.py has another version")

for name, text in [("portfile.cmake", (folder / "vcpkg/portfile.cmake").read_text()), ("package.py", recipe)]:
    for option in re.findall(r"HEDDLE_[A-Z]+", text):
        expect(re.search(rf"(option\(|set\(){option}\b", cmake), f"{name} sets {option}, which is no option")
    for package in re.findall(r"CMAKE_DISABLE_FIND_PACKAGE_(\w+)", text):
        expect(f"find_package({package}" in cmake or f"DISABLE_FIND_PACKAGE_{package}" in cmake,
               f"{name} leaves out {package}, which is not asked for")

print("\n".join(found))
sys.exit(bool(found))
