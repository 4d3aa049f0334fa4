# package.py - how Spack builds heddle, from the archive that ./dev release makes. Both go into the folder
# packages/heddle of a repository of one's own, then `spack install --no-checksum heddle`; or the checksum that
# ./dev release prints goes behind the version.
import os

from spack.package import *


class Heddle(CMakePackage, CudaPackage):
    """Sparse linear algebra over any semiring, under any schedule, on CPU and GPU."""

    url = "file://" + os.path.join(os.path.dirname(os.path.abspath(__file__)), "heddle-0.9.0.tar.gz")
    license("Apache-2.0")

    version("0.9.0")

    variant("shared", default=True, description="The shared library beside the static one")
    variant("tool", default=True, description="The command-line tool")
    variant("nccl", default=False, when="+cuda", description="GPUs as ranks")
    variant("mpi", default=False, when="+tool", description="The tool among processes of MPI, heddle_mpi")
    variant("xz", default=True, description="Files compressed by xz")
    variant("zstd", default=True, description="Files compressed by zstd")

    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("zlib-api")
    depends_on("xz", when="+xz")
    depends_on("zstd", when="+zstd")
    depends_on("cuda@12.3:", when="+cuda")
    depends_on("nccl", when="+nccl")
    depends_on("mpi", when="+mpi")
    depends_on("fmt", when="+tool")
    depends_on("cli11", when="+tool")
    depends_on("nlohmann-json", when="+tool")

    conflicts("%gcc@:11", msg="heddle needs g++ 12 or later")
    conflicts("cuda_arch=none", when="+cuda", msg="say for which GPUs: cuda_arch=90")

    def cmake_args(self):
        args = [
            self.define_from_variant("HEDDLE_SHARED", "shared"),
            self.define_from_variant("HEDDLE_TOOL", "tool"),
            self.define_from_variant("HEDDLE_CUDA", "cuda"),
            self.define("HEDDLE_NCCL", "+nccl" in self.spec),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_MPI", "+mpi" not in self.spec),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_LibLZMA", "~xz" in self.spec),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_zstd", "~zstd" in self.spec),
            self.define("HEDDLE_TESTS", False),
            self.define("HEDDLE_BENCH", False),
        ]
        if "+cuda" in self.spec:
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        return args
