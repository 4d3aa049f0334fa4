// cusparse.cpp - cuSPARSE's SpMV through dlopen, with the few declarations of cusparse.h that it takes.
// NVIDIA, cuSPARSE 12 documentation, "cusparseSpMV()".
#include "src/cli/cusparse.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <heddle/base/error.hpp>

#include "src/cli/stopwatch.hpp"

namespace heddle::cli {
namespace {

using handle = void*;
enum : int { non_transposed = 0, zero_based = 0, index_32 = 2, index_64 = 3, real_32 = 0, real_64 = 1 };

class shared_library {
 public:
  shared_library() {
    for (char const* name : {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so.11", "libcusparse.so"}) {
      if ((library_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL))) return;
    }
    throw not_compiled("--compare cusparse: libcusparse.so is not found on this machine");
  }
  template <class... Arguments> void call(char const* name, Arguments... arguments) const {
    auto const function = reinterpret_cast<int (*)(Arguments...)>(::dlsym(library_, name));
    if (!function) throw not_compiled(fmt::format("--compare cusparse: libcusparse.so has no {}", name));
    if (int const status = function(arguments...)) throw cuda_error(fmt::format("{}: status {}", name, status));
  }

 private:
  void* library_ = nullptr;
};

// Loaded once and kept.
shared_library const& library() {
  static shared_library const loaded;
  return loaded;
}

}  // namespace

std::span<cusparse_variant const> cusparse_variants() {
  static cusparse_variant const variants[] = {{"cusparse_alg1", 2, false},
                                              {"cusparse_alg1_preprocessed", 2, true},
                                              {"cusparse_alg2", 3, false},
                                              {"cusparse_alg2_preprocessed", 3, true}};
  return variants;
}

struct cusparse_product::state {
  state(cusparse_problem const& p, cusparse_variant const& variant) : problem(p), algorithm(variant.algorithm) {
    int const index = p.wide_indices ? index_64 : index_32;
    real = p.double_precision ? real_64 : real_32;
    library().call("cusparseCreate", &context);
    library().call("cusparseSetStream", context, p.exec.stream());
    library().call("cusparseCreateCsr", &a, p.rows, p.cols, p.nnz, unconst(p.offsets), unconst(p.indices),
                   unconst(p.values), index, index, int{zero_based}, real);
    library().call("cusparseCreateDnVec", &x, p.cols, unconst(p.x), real);
    library().call("cusparseCreateDnVec", &y, p.rows, p.y, real);
    p.exec.wait();
    stopwatch watch;
    std::size_t bytes = 0;
    library().call("cusparseSpMV_bufferSize", context, int{non_transposed}, alpha(), a, x, beta(), y, real, algorithm,
                   &bytes);
    scratch = buffer<char>(p.exec, static_cast<size_type>(bytes) + 1);
    if (variant.preprocess) call("cusparseSpMV_preprocess");
    p.exec.wait();
    setup_ms = watch.elapsed_ms();
  }
  ~state() {
    try {
      problem.exec.wait();
      if (y) library().call("cusparseDestroyDnVec", y);
      if (x) library().call("cusparseDestroyDnVec", x);
      if (a) library().call("cusparseDestroySpMat", a);
      if (context) library().call("cusparseDestroy", context);
    } catch (std::exception const&) {
      // There is nobody to tell, and the process is about to end.
    }
  }
  void call(char const* name) {
    library().call(name, context, int{non_transposed}, alpha(), a, x, beta(), y, real, algorithm,
                   static_cast<void*>(scratch.data()));
  }

  static void* unconst(void const* pointer) { return const_cast<void*>(pointer); }
  void const* alpha() const { return scalar(one_32, one_64); }
  void const* beta() const { return scalar(zero_32, zero_64); }
  void const* scalar(float const& narrow, double const& wide) const {
    return problem.double_precision ? static_cast<void const*>(&wide) : static_cast<void const*>(&narrow);
  }

  cusparse_problem problem;
  int algorithm, real;
  handle context = nullptr, a = nullptr, x = nullptr, y = nullptr;
  buffer<char> scratch;
  double setup_ms = 0;
  float one_32 = 1, zero_32 = 0;
  double one_64 = 1, zero_64 = 0;
};

cusparse_product::cusparse_product(cusparse_problem const& problem, cusparse_variant const& variant)
    : state_(std::make_unique<state>(problem, variant)) {}
cusparse_product::~cusparse_product() = default;

void cusparse_product::run() { state_->call("cusparseSpMV"); }
double cusparse_product::setup_ms() const { return state_->setup_ms; }

}  // namespace heddle::cli
