// xz.cpp - xz streams, by liblzma; nothing where it was not there when the library was built.
#ifdef HEDDLE_WITH_XZ
#include <lzma.h>

#include <algorithm>
#include <heddle/base/error.hpp>
#include <heddle/detail/executor/parallel_for.hpp>
#include <vector>

#include "src/io/compression.hpp"
#include "src/io/memory_bound.hpp"

namespace heddle::detail {
namespace {

constexpr double least_bytes = 100 << 20;  // what `xz -9` needs, and some
constexpr std::uint32_t level = 3;         // three times as fast as the program's standard, for a tenth more

std::string reason_of(lzma_ret status) {
  switch (status) {
    case LZMA_FORMAT_ERROR:
      return "no stream begins here";
    case LZMA_OPTIONS_ERROR:
      return "of a kind that liblzma does not know";
    case LZMA_DATA_ERROR:
      return "a checksum or a size is wrong";
    default:
      return concat("liblzma's error ", static_cast<int>(status));
  }
}

// Blocks are unpacked in parallel where the file was written in blocks that tell their size.
lzma_ret begin_unpacking(lzma_stream& stream, std::uint64_t most_bytes) {
#if LZMA_VERSION >= 50040000
  lzma_mt how{};
  how.threads = static_cast<std::uint32_t>(host::default_threads());
  how.memlimit_threading = most_bytes / 4;
  how.memlimit_stop = most_bytes;
  return lzma_stream_decoder_mt(&stream, &how);
#else
  return lzma_stream_decoder(&stream, most_bytes, 0);
#endif
}

class xz_reader : public unpacker {
 public:
  explicit xz_reader(double most_bytes)
      : most_bytes_(static_cast<std::uint64_t>(std::clamp(most_bytes, least_bytes, 0x1p62))) {
    restart();
  }
  ~xz_reader() override { lzma_end(&stream_); }
  xz_reader(xz_reader const&) = delete;
  xz_reader& operator=(xz_reader const&) = delete;

  bool unpack(std::string_view& in, std::span<char>& out) override {
    stream_.next_in = reinterpret_cast<std::uint8_t const*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    auto const status = lzma_code(&stream_, LZMA_RUN);
    in.remove_prefix(in.size() - stream_.avail_in);
    out = out.subspan(out.size() - stream_.avail_out);
    if (status == LZMA_MEM_ERROR) throw out_of_memory("no memory to unpack xz data");
    if (status == LZMA_MEMLIMIT_ERROR) {
      throw packed_error{concat("to unpack the xz data takes ", shown_size(double(lzma_memusage(&stream_))),
                                " of memory, and ", shown_size(double(most_bytes_)), " may be taken")};
    }
    if (status != LZMA_OK && status != LZMA_BUF_ERROR && status != LZMA_STREAM_END) {
      throw packed_error{concat("the xz data are damaged (", reason_of(status), ")")};
    }
    return status == LZMA_STREAM_END;
  }

  void restart() override {
    if (begin_unpacking(stream_, most_bytes_) != LZMA_OK) throw out_of_memory("no memory to unpack xz data");
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::uint64_t most_bytes_;
};

class xz_writer : public packer {
 public:
  xz_writer() : room_(1 << 16) {
    lzma_mt how{};
    how.threads = static_cast<std::uint32_t>(host::default_threads());
    how.preset = level;
    how.check = LZMA_CHECK_CRC64;
    if (lzma_stream_encoder_mt(&stream_, &how) != LZMA_OK) throw out_of_memory("no memory to compress xz data");
  }
  ~xz_writer() override { lzma_end(&stream_); }
  xz_writer(xz_writer const&) = delete;
  xz_writer& operator=(xz_writer const&) = delete;

  void pack(std::string_view text, bool last, sink const& out) override {
    stream_.next_in = reinterpret_cast<std::uint8_t const*>(text.data());
    stream_.avail_in = text.size();
    lzma_ret status = LZMA_OK;
    do {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(room_.data());
      stream_.avail_out = room_.size();
      status = lzma_code(&stream_, last ? LZMA_FINISH : LZMA_RUN);
      if (status == LZMA_MEM_ERROR) throw out_of_memory("no memory to compress xz data");
      if (status != LZMA_OK && status != LZMA_STREAM_END) {
        throw error(concat("xz data cannot be made (", reason_of(status), ")"));
      }
      out({room_.data(), room_.size() - stream_.avail_out});
    } while (last ? status != LZMA_STREAM_END : stream_.avail_in > 0);
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::vector<char> room_;
};

}  // namespace

std::unique_ptr<unpacker> xz_unpacker(double most_bytes) { return std::make_unique<xz_reader>(most_bytes); }
std::unique_ptr<packer> xz_packer() { return std::make_unique<xz_writer>(); }

}  // namespace heddle::detail
#endif
