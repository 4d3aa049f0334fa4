// spmm_op.cu - operators to LTO-IR by NVRTC, which is loaded when it is needed, and linked into a kernel by cuSPARSE.
#include "bench/spmv/spmm_op.hpp"

#if defined(HEDDLE_HAS_CUSPARSE)
#include <dlfcn.h>
#include <nvrtc.h>

#include <heddle/base/error.hpp>

namespace heddle::bench {
namespace {

// The functions of libnvrtc that are used here; the program starts without the library.
class runtime_compiler {
 public:
  runtime_compiler() {
    std::string const versioned = "libnvrtc.so." + std::to_string(CUDART_VERSION / 1000);
    library_ = dlopen(versioned.c_str(), RTLD_NOW);
    if (!library_) library_ = dlopen("libnvrtc.so", RTLD_NOW);
    if (!library_) throw not_compiled(versioned + " cannot be loaded, and operators of SpMMOp are compiled with it");
    load(create_, "nvrtcCreateProgram");
    load(compile_, "nvrtcCompileProgram");
    load(destroy_, "nvrtcDestroyProgram");
    load(size_, "nvrtcGetLTOIRSize");
    load(get_, "nvrtcGetLTOIR");
  }

  /// Code for the linker of the current device.
  std::string compile(std::string const& source) const {
    int device = 0, major = 0, minor = 0;
    gpu::check(cudaGetDevice(&device), "cudaGetDevice");
    gpu::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "cudaDeviceGetAttribute");
    gpu::check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "cudaDeviceGetAttribute");
    std::string const architecture = "-arch=compute_" + std::to_string(10 * major + minor);
    char const* const options[] = {architecture.c_str(), "-rdc=true", "-dlto"};
    nvrtcProgram program = nullptr;
    check(create_(&program, source.c_str(), nullptr, 0, nullptr, nullptr), "nvrtcCreateProgram");
    check(compile_(program, 3, options), "nvrtcCompileProgram");
    std::size_t size = 0;
    check(size_(program, &size), "nvrtcGetLTOIRSize");
    std::string code(size, '\0');
    check(get_(program, code.data()), "nvrtcGetLTOIR");
    destroy_(&program);
    return code;
  }

 private:
  template <class Function> void load(Function& function, char const* name) {
    function = reinterpret_cast<Function>(dlsym(library_, name));
    if (!function) throw not_compiled(std::string("libnvrtc has no ") + name);
  }
  static void check(nvrtcResult result, char const* what) {
    if (result != NVRTC_SUCCESS) throw cuda_error(std::string(what) + " failed: " + std::to_string(result));
  }

  void* library_ = nullptr;  // stays loaded
  decltype(&nvrtcCreateProgram) create_ = nullptr;
  decltype(&nvrtcCompileProgram) compile_ = nullptr;
  decltype(&nvrtcDestroyProgram) destroy_ = nullptr;
  decltype(&nvrtcGetLTOIRSize) size_ = nullptr;
  decltype(&nvrtcGetLTOIR) get_ = nullptr;
};

// cuSPARSE looks for functions of these names.
std::string function_of(char const* type, char const* name, std::string const& body) {
  std::string const t = type;
  return "__device__ " + t + " " + name + "(" + t + " a, " + t + " b) { return " + body + "; }";
}

}  // namespace

template <class T>
cusparse_spmm_op<T>::cusparse_spmm_op(executor const& exec, cusparseHandle_t handle, measure::cusparse_problem const& a,
                                      operator_sources const& operators, int columns) {
  static runtime_compiler const compiler;
  char const* const type = sizeof(T) == 4 ? "float" : "double";
  std::string const add = compiler.compile(function_of(type, "add_op", operators.add));
  std::string const multiply = compiler.compile(function_of(type, "mul_op", operators.multiply));
  std::string const epilogue = compiler.compile(function_of(type, "epilogue", "a"));  // of the sum and what C held
  a_ = describe(a.rows, a.cols, a.nnz, a.offsets, a.indices, static_cast<T const*>(a.values));
  check(
      cusparseCreateDnMat(&x_, a.cols, columns, columns, const_cast<void*>(a.x), cusparse_type<T>, CUSPARSE_ORDER_ROW),
      "cusparseCreateDnMat");
  check(cusparseCreateDnMat(&y_, a.rows, columns, columns, a.y, cusparse_type<T>, CUSPARSE_ORDER_ROW),
        "cusparseCreateDnMat");
  std::size_t bytes = 0;
  check(cusparseSpMMOp_createPlan(handle, &plan_, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                  a_, x_, y_, cusparse_type<T>, CUSPARSE_SPMM_OP_ALG_DEFAULT, add.data(), add.size(),
                                  multiply.data(), multiply.size(), epilogue.data(), epilogue.size(), &bytes),
        "cusparseSpMMOp_createPlan");
  work_ = buffer<unsigned char>(exec, static_cast<size_type>(bytes) + 16);
}

template <class T> cusparse_spmm_op<T>::~cusparse_spmm_op() {
  if (plan_) cusparseSpMMOp_destroyPlan(plan_);
  cusparseDestroyDnMat(x_);
  cusparseDestroyDnMat(y_);
  cusparseDestroySpMat(a_);
}

template class cusparse_spmm_op<float>;
template class cusparse_spmm_op<double>;

}  // namespace heddle::bench
#endif
