// zstd.cpp - zstd frames, by libzstd; nothing where it was not there when the library was built.
#ifdef HEDDLE_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cmath>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <vector>

#include "src/io/compression.hpp"
#include "src/io/memory_bound.hpp"

namespace heddle::detail {
namespace {

struct free_context {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// The largest window that a frame may ask for: 128 MiB, as the program takes, or what fits.
int window_log(double most_bytes) {
  return static_cast<int>(std::clamp(std::floor(std::log2(std::max(most_bytes, 1.0))), 27.0, 31.0));
}

class zstd_reader : public unpacker {
 public:
  explicit zstd_reader(double most_bytes) : context_(ZSTD_createDCtx()), window_log_(window_log(most_bytes)) {
    if (!context_) throw out_of_memory("no memory to unpack zstd data");
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, window_log_);
  }

  bool unpack(std::string_view& in, std::span<char>& out) override {
    ZSTD_inBuffer from{in.data(), in.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), 0};
    auto const left = ZSTD_decompressStream(context_.get(), &to, &from);
    in.remove_prefix(from.pos);
    out = out.subspan(to.pos);
    if (ZSTD_isError(left)) refuse(left);
    return left == 0;
  }

  void restart() override { ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only); }

 private:
  [[noreturn]] void refuse(std::size_t status) const {
    auto const code = ZSTD_getErrorCode(status);
    if (code == ZSTD_error_memory_allocation) throw out_of_memory("no memory to unpack zstd data");
    if (code == ZSTD_error_frameParameter_windowTooLarge) {
      throw packed_error{concat("to unpack the zstd data takes more than the ", shown_size(std::exp2(window_log_)),
                                " of memory that may be taken")};
    }
    throw packed_error{concat("the zstd data are damaged (", ZSTD_getErrorName(status), ")")};
  }

  std::unique_ptr<ZSTD_DCtx, free_context> context_;
  int window_log_;
};

class zstd_writer : public packer {
 public:
  zstd_writer() : context_(ZSTD_createCCtx()), room_(ZSTD_CStreamOutSize()) {
    if (!context_) throw out_of_memory("no memory to compress zstd data");
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_nbWorkers, host::default_threads());  // a library without: one
  }

  void pack(std::string_view text, bool last, sink const& out) override {
    ZSTD_inBuffer from{text.data(), text.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer to{room_.data(), room_.size(), 0};
      left = ZSTD_compressStream2(context_.get(), &to, &from, last ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left)) throw out_of_memory("no memory to compress zstd data");
      out({room_.data(), to.pos});
    } while (last ? left > 0 : from.pos < from.size);
  }

 private:
  std::unique_ptr<ZSTD_CCtx, free_context> context_;
  std::vector<char> room_;
};

}  // namespace

std::unique_ptr<unpacker> zstd_unpacker(double most_bytes) { return std::make_unique<zstd_reader>(most_bytes); }
std::unique_ptr<packer> zstd_packer() { return std::make_unique<zstd_writer>(); }

}  // namespace heddle::detail
#endif
