// gzip.cpp - gzip members, by zlib.
#include <zlib.h>

#include <algorithm>
#include <heddle/base/error.hpp>
#include <vector>

#include "src/io/compression.hpp"

namespace heddle::detail {
namespace {

constexpr std::size_t largest_input = std::size_t{1} << 30;  // zlib counts in 32 bits

template <class Text> uInt counted(Text const& text) { return static_cast<uInt>(std::min(text.size(), largest_input)); }

class inflater : public unpacker {
 public:
  inflater() {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw out_of_memory("no memory to unpack gzip data");
  }
  ~inflater() override { inflateEnd(&stream_); }
  inflater(inflater const&) = delete;
  inflater& operator=(inflater const&) = delete;

  bool unpack(std::string_view& in, std::span<char>& out) override {
    auto const given = counted(in), room = counted(out);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = room;
    auto const status = inflate(&stream_, Z_NO_FLUSH);
    in.remove_prefix(given - stream_.avail_in);
    out = out.subspan(room - stream_.avail_out);
    if (status == Z_MEM_ERROR) throw out_of_memory("no memory to unpack gzip data");
    if (status != Z_OK && status != Z_BUF_ERROR && status != Z_STREAM_END) {
      throw packed_error{concat("the gzip data are damaged (", stream_.msg ? stream_.msg : "no detail", ")")};
    }
    return status == Z_STREAM_END;
  }

  void restart() override { inflateReset(&stream_); }

 private:
  z_stream stream_{};
};

class deflater : public packer {
 public:
  deflater() : room_(1 << 16) {
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw out_of_memory("no memory to compress gzip data");
    }
  }
  ~deflater() override { deflateEnd(&stream_); }
  deflater(deflater const&) = delete;
  deflater& operator=(deflater const&) = delete;

  void pack(std::string_view text, bool last, sink const& out) override {
    do {
      auto const piece = text.substr(0, largest_input);
      text.remove_prefix(piece.size());
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream_.avail_in = static_cast<uInt>(piece.size());
      do {
        stream_.next_out = reinterpret_cast<Bytef*>(room_.data());
        stream_.avail_out = static_cast<uInt>(room_.size());
        deflate(&stream_, last && text.empty() ? Z_FINISH : Z_NO_FLUSH);
        out({room_.data(), room_.size() - stream_.avail_out});
      } while (stream_.avail_out == 0);
    } while (!text.empty());
  }

 private:
  z_stream stream_{};
  std::vector<char> room_;
};

}  // namespace

std::unique_ptr<unpacker> gzip_unpacker(double) { return std::make_unique<inflater>(); }
std::unique_ptr<packer> gzip_packer() { return std::make_unique<deflater>(); }

}  // namespace heddle::detail
