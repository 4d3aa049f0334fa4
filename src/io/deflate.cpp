// deflate.cpp - an output file that may be gzip.
#include "src/io/deflate.hpp"

#include <zlib.h>

#include <algorithm>
#include <heddle/error.hpp>
#include <vector>

namespace heddle::detail {
namespace {

constexpr std::size_t largest_input = std::size_t{1} << 30;  // zlib counts in 32 bits

}  // namespace

struct text_sink::deflater {
  deflater() : room(1 << 16) {
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw out_of_memory("no memory to compress gzip data");
    }
  }
  ~deflater() { deflateEnd(&stream); }

  z_stream stream{};
  std::vector<char> room;
};

text_sink::text_sink(std::string const& path, bool gzip) : file_(path) {
  if (gzip) deflater_ = std::make_unique<deflater>();
}

text_sink::~text_sink() = default;

void text_sink::write(std::string_view text) {
  if (!deflater_) return file_.write(text);
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), largest_input))) {
    deflate_some(text.substr(0, largest_input), false);
  }
}

void text_sink::deflate_some(std::string_view text, bool last) {
  auto& [stream, room] = *deflater_;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  do {
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = static_cast<uInt>(room.size());
    deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
    file_.write({room.data(), room.size() - stream.avail_out});
  } while (stream.avail_out == 0);
}

void text_sink::commit() {
  if (deflater_) deflate_some({}, true);
  file_.commit();
}

}  // namespace heddle::detail
