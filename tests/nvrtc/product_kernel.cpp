// product_kernel.cpp - the pure headers compile at run time, without a host library and without a GPU.
#include <doctest/doctest.h>
#include <nvrtc.h>

#include <sstream>

#include "tests/structure/pure_headers.hpp"

using namespace heddle::testing;

namespace {

struct compilation {
  nvrtcResult result;
  std::string log, ptx;
};

std::string log_of(nvrtcProgram program) {
  std::size_t size = 0;
  REQUIRE(nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS);
  std::string log(size, '\0');
  REQUIRE(nvrtcGetProgramLog(program, log.data()) == NVRTC_SUCCESS);
  return log;
}

std::string ptx_of(nvrtcProgram program) {
  std::size_t size = 0;
  REQUIRE(nvrtcGetPTXSize(program, &size) == NVRTC_SUCCESS);
  std::string ptx(size, '\0');
  REQUIRE(nvrtcGetPTX(program, ptx.data()) == NVRTC_SUCCESS);
  return ptx;
}

// As a caller would: heddle's headers and those that come with the toolkit, no others.
compilation compile(std::string const& text) {
  std::string const own = "-I" + (source_root() / "include").string();
  char const* const options[] = {"--std=c++20",       "--gpu-architecture=compute_90",  own.c_str(),
                                 "-I" HEDDLE_FOLDERS, "-I" HEDDLE_CUDA_INCLUDE "/cccl", "-I" HEDDLE_CUDA_INCLUDE};
  nvrtcProgram program;
  REQUIRE(nvrtcCreateProgram(&program, text.c_str(), "text.cu", 0, nullptr, nullptr) == NVRTC_SUCCESS);
  compilation done{nvrtcCompileProgram(program, static_cast<int>(std::size(options)), options), log_of(program), {}};
  if (done.result == NVRTC_SUCCESS) done.ptx = ptx_of(program);
  nvrtcDestroyProgram(&program);
  return done;
}

std::string text_of(std::filesystem::path const& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string include_of(std::string const& path) {
  return path.starts_with("include/") ? path.substr(8) : "heddle/" + path;
}

}  // namespace

TEST_CASE("NVRTC compiles products of a matrix and a vector" * doctest::skip(!has_sources())) {
  auto const done = compile(text_of(source_root() / "tests/nvrtc/product.cu"));
  INFO(done.log);
  REQUIRE(done.result == NVRTC_SUCCESS);
  for (auto const* name : {"product_by_groups", "product_by_blocks"}) {
    CAPTURE(name);
    CHECK(done.ptx.find(std::string(".entry ") + name + "(") != std::string::npos);
  }
}

TEST_CASE("NVRTC compiles every pure header" * doctest::skip(!has_sources())) {
  std::string all;
  for (auto const& file : pure_headers()) all += "#include <" + include_of(file.path) + ">\n";
  auto const done = compile(all);
  INFO(done.log);
  CHECK(done.result == NVRTC_SUCCESS);
}

TEST_CASE("under NVRTC limits of halves are those of the host" * doctest::skip(!has_sources())) {
  auto const done = compile(R"(
#include <heddle/semirings/monoids.hpp>
static_assert(heddle::min_monoid<heddle::f16>{}.identity().bits == 0x7c00);
static_assert(heddle::max_monoid<heddle::bf16>{}.identity().bits == 0xff80);
)");
  INFO(done.log);
  CHECK(done.result == NVRTC_SUCCESS);
}

TEST_CASE("a kernel that does not compile is noticed" * doctest::skip(!has_sources())) {
  auto const done = compile("#include <heddle/base/types.hpp>\nstatic_assert(sizeof(heddle::size_type) == 4);\n");
  CHECK(done.result == NVRTC_ERROR_COMPILATION);
  CHECK(done.log.find("static assertion") != std::string::npos);
}
