// cusparse.cpp - cuSPARSE's SpMV through dlopen, with the few declarations of cusparse.h that it takes.
// NVIDIA, cuSPARSE 12 documentation, "cusparseSpMV()"; cusparse.h of 12.9.4, "cusparseSpMVOp", which is experimental.
#include "src/measure/cusparse.hpp"

#include <dlfcn.h>

#include <heddle/base/error.hpp>

namespace heddle::measure {
namespace {

enum : int { non_transposed = 0, zero_based = 0, index_32 = 2, index_64 = 3, not_supported = 10 };

// Loaded once and kept; null where it is not found.
void* library() {
  static void* const loaded = [] {
    void* found = nullptr;
    for (char const* name : {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so.11", "libcusparse.so"}) {
      if (!found) found = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    return found;
  }();
  return loaded;
}

bool has_function(char const* name) { return library() && ::dlsym(library(), name); }

template <class Function> Function function(char const* name) {
  if (!library()) throw not_compiled("libcusparse.so is not found on this machine");
  auto const found = reinterpret_cast<Function>(::dlsym(library(), name));
  if (!found) throw not_compiled(detail::concat("libcusparse.so has no ", name));
  return found;
}

void check(char const* name, int status) {
  if (status == not_supported) throw invalid_argument(detail::concat(name, ": cuSPARSE does not take these types"));
  if (status != 0) throw cuda_error(detail::concat(name, ": status ", status));
}

template <class... Arguments> void call(char const* name, Arguments... arguments) {
  check(name, function<int (*)(Arguments...)>(name)(arguments...));
}

template <class... Arguments> cusparse_handle made(char const* create, char const* destroy, Arguments... arguments) {
  void* result = nullptr;
  call(create, &result, arguments...);
  return {result, function<int (*)(void*)>(destroy)};
}

void* unconst(void const* pointer) { return const_cast<void*>(pointer); }

cusparse_handle matrix_of(cusparse_problem const& p, bool coo) {
  int const index = p.wide_indices ? index_64 : index_32;
  if (coo) {
    return made("cusparseCreateCoo", "cusparseDestroySpMat", p.rows, p.cols, p.nnz, unconst(p.row_numbers),
                unconst(p.indices), unconst(p.values), index, int{zero_based}, p.a_type);
  }
  return made("cusparseCreateCsr", "cusparseDestroySpMat", p.rows, p.cols, p.nnz, unconst(p.offsets),
              unconst(p.indices), unconst(p.values), index, index, int{zero_based}, p.a_type);
}

}  // namespace

std::span<cusparse_variant const> cusparse_variants() {
  using enum cusparse_call;
  static constexpr cusparse_variant variants[] = {{"ALG1", "alg1", 2, csr},
                                                  {"ALG1+preprocess", "alg1_preprocess", 2, preprocessed_csr},
                                                  {"ALG2", "alg2", 3, csr},
                                                  {"ALG2+preprocess", "alg2_preprocess", 3, preprocessed_csr},
                                                  {"COO_ALG1", "coo_alg1", 1, coo},
                                                  {"COO_ALG2", "coo_alg2", 4, coo},
                                                  {"SPMVOP_ALG1", "spmvop_alg1", 1, spmv_op},
                                                  {"SPMVOP_ALG2", "spmvop_alg2", 2, spmv_op}};
  std::span<cusparse_variant const> const all = variants;
  return has_function("cusparseSpMVOp") ? all : all.first(6);
}

bool has_cusparse() { return library() != nullptr; }

std::string cusparse_version() {
  if (!has_cusparse()) return "none";
  int part[3] = {};  // MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL
  for (int i = 0; i < 3; ++i) call("cusparseGetProperty", i, &part[i]);
  return detail::concat(part[0], ".", part[1], ".", part[2], has_function("cusparseSpMVOp") ? "" : ", without SpMVOp");
}

cusparse_handle cusparse_session(executor const& exec) {
  auto session = made("cusparseCreate", "cusparseDestroy");
  call("cusparseSetStream", session.get(), exec.stream());
  return session;
}

cusparse_product::cusparse_product(cusparse_handle const& session, cusparse_problem const& p,
                                   cusparse_variant const& variant)
    : session_(session.get()),
      sum_type_(p.sum_type),
      algorithm_(variant.algorithm),
      alpha_(p.alpha),
      beta_(p.beta),
      narrow_alpha_(static_cast<float>(p.alpha)),
      narrow_beta_(static_cast<float>(p.beta)),
      a_(matrix_of(p, variant.call == cusparse_call::coo)),
      x_(made("cusparseCreateDnVec", "cusparseDestroyDnVec", p.cols, unconst(p.x), p.x_type)),
      y_(made("cusparseCreateDnVec", "cusparseDestroyDnVec", p.rows, p.y, p.y_type)) {
  variant.call == cusparse_call::spmv_op ? prepare_by_plan(p.exec)
                                         : prepare(p.exec, variant.call == cusparse_call::preprocessed_csr);
}

void cusparse_product::prepare(executor const& exec, bool preprocess) {
  multiply_ = function<step>("cusparseSpMV");
  std::size_t bytes = 0;
  call("cusparseSpMV_bufferSize", session_, int{non_transposed}, scalar(narrow_alpha_, alpha_), a_.get(), x_.get(),
       scalar(narrow_beta_, beta_), y_.get(), sum_type_, algorithm_, &bytes);
  work_ = buffer<char>(exec, static_cast<size_type>(bytes) + 16);
  if (preprocess) run(function<step>("cusparseSpMV_preprocess"), "cusparseSpMV_preprocess");
}

// Without code of a user's that would follow each sum.
void cusparse_product::prepare_by_plan(executor const& exec) {
  multiply_by_plan_ = function<planned_step>("cusparseSpMVOp");
  std::size_t bytes = 0;
  void* const y = y_.get();
  call("cusparseSpMVOp_bufferSize", session_, int{non_transposed}, a_.get(), x_.get(), y, y, sum_type_, algorithm_,
       &bytes);
  work_ = buffer<char>(exec, static_cast<size_type>(bytes) + 16);
  void* result = nullptr;
  call("cusparseSpMVOp_createDescr", session_, &result, int{non_transposed}, a_.get(), x_.get(), y, y, sum_type_,
       algorithm_, static_cast<void*>(work_.data()));
  description_ = {result, function<int (*)(void*)>("cusparseSpMVOp_destroyDescr")};
  void const* const no_code = nullptr;
  call("cusparseSpMVOp_createPlan", session_, description_.get(), &result, no_code, std::size_t{0});
  plan_ = {result, function<int (*)(void*)>("cusparseSpMVOp_destroyPlan")};
}

void cusparse_product::operator()() const {
  if (!plan_) return run(multiply_, "cusparseSpMV");
  check("cusparseSpMVOp", multiply_by_plan_(session_, plan_.get(), scalar(narrow_alpha_, alpha_),
                                            scalar(narrow_beta_, beta_), x_.get(), y_.get(), y_.get()));
}

void cusparse_product::run(step what, char const* name) const {
  check(name, what(session_, non_transposed, scalar(narrow_alpha_, alpha_), a_.get(), x_.get(),
                   scalar(narrow_beta_, beta_), y_.get(), sum_type_, algorithm_, unconst(work_.data())));
}

void const* cusparse_product::scalar(float const& narrow, double const& wide) const {
  return sum_type_ == cusparse_type<double> ? static_cast<void const*>(&wide) : static_cast<void const*>(&narrow);
}

}  // namespace heddle::measure
