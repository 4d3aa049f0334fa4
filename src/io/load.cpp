// load.cpp - a file, plain or compressed, into memory.
#include <algorithm>
#include <cstdlib>
#include <new>

#include "src/io/compression.hpp"
#include "src/io/input_file.hpp"
#include "src/io/magic.hpp"
#include "src/io/text.hpp"

namespace heddle::detail {
namespace {

/// Bytes that grow without being zeroed or, where they are many, copied.
class byte_buffer {
 public:
  char* room(size_type wanted) {
    if (wanted > capacity_ - size_) grow(std::max(size_ + wanted, 2 * capacity_));
    return bytes_.get() + size_;
  }
  void advance(size_type count) { size_ += count; }
  size_type size() const { return size_; }
  char const* data() const { return bytes_.get(); }
  char* data() { return bytes_.get(); }
  auto release() { return std::move(bytes_); }

 private:
  void grow(size_type capacity) {
    auto* const larger = static_cast<char*>(std::realloc(bytes_.get(), static_cast<std::size_t>(capacity)));
    if (larger == nullptr) throw std::bad_alloc();
    (void)bytes_.release();
    bytes_.reset(larger);
    capacity_ = capacity;
  }

  std::unique_ptr<char[], free_bytes> bytes_;
  size_type size_ = 0;
  size_type capacity_ = 0;
};

constexpr size_type piece = size_type{1} << 22;
constexpr size_type least_room = size_type{1} << 14;

/// Plain text, whose first bytes are in `bytes` already.
bool read_plain(input_file& file, byte_buffer& bytes, memory_bound const& bound, size_type limit,
                io::progress_callback const& progress) {
  auto const expected = std::min({file.size(), limit, no_limit - 2});  // and a line end
  bound.require(static_cast<double>(expected), file.path(), "its contents");
  bytes.room(std::max(expected + 2 - bytes.size(), size_type{2}));
  while (bytes.size() < limit) {
    bound.require(static_cast<double>(bytes.size()), file.path(), "its contents");
    // One byte more than the file is said to have tells that it ended; one that says nothing is read by the piece.
    auto const rest = bytes.size() <= expected ? expected - bytes.size() + 1 : piece;
    auto const wanted = std::min({piece, limit - bytes.size(), rest});
    auto const got = file.read(bytes.room(wanted), wanted);
    bytes.advance(got);
    if (progress && file.size() > 0) progress(std::min(1.0, double(bytes.size()) / double(file.size())) * 0.25);
    if (got < wanted) return true;
  }
  return bytes.size() >= file.size();
}

/// Unpacks one stream after another until the file or `limit` ends.
class packed_reader {
 public:
  packed_reader(input_file& file, byte_buffer packed, compression form, memory_bound const& bound)
      : file_(file), packed_(std::move(packed)), form_(form), bound_(bound) {
    unpacker_ = make_unpacker(form, bound.size_bytes());
    give(packed_.size());
  }

  bool read(byte_buffer& bytes, size_type limit, io::progress_callback const& progress) try {
    while (bytes.size() < limit) {
      if (stream_ended_ && !next_stream()) return true;
      if (left_.empty()) refill();
      unpack_some(bytes, limit);
      check_size(bytes);
      if (progress) progress(double(taken_) / double(std::max<size_type>(file_.size(), 1)) * 0.5);
    }
    return false;
  } catch (packed_error const& wrong) {
    fail(file_.path(), 1 + std::count(bytes.data(), bytes.data() + bytes.size(), '\n'), wrong.reason);
  } catch (out_of_memory const& wrong) {
    throw out_of_memory(concat(printable_utf8(file_.path()), ": ", wrong.what()));
  }

 private:
  void give(size_type count) {
    left_ = {packed_.data(), static_cast<std::size_t>(count)};
    taken_ += count;
  }

  bool refill() {
    auto const wanted = std::clamp(file_.size() - taken_, least_room, piece);
    packed_ = {};
    give(file_.read(packed_.room(wanted), wanted));
    return !left_.empty();
  }

  /// Behind a stream another begins, or zeros pad the file to its end (tape blocks do); xz knows zeros between two,
  /// too.
  bool next_stream() {
    size_type zeros = 0;
    for (;; left_.remove_prefix(1), ++zeros) {
      if (left_.empty() && !refill()) return false;
      if (left_.front() != '\0') break;
    }
    bool const between = zeros == 0 || (form_ == compression::xz && zeros % 4 == 0);
    if (!between || !may_begin(form_, left_.front())) {
      throw packed_error{concat("bytes follow the end of the ", name_of(form_), " data")};
    }
    unpacker_->restart();
    stream_ended_ = false;
    return true;
  }

  void unpack_some(byte_buffer& bytes, size_type limit) {
    auto const wanted = std::min(std::clamp(bytes.size(), least_room, piece), limit - bytes.size());
    std::span<char> room(bytes.room(wanted), static_cast<std::size_t>(wanted));
    auto const given = left_.size();
    auto const keep = [&] { bytes.advance(wanted - static_cast<size_type>(room.size())); };
    try {
      stream_ended_ = unpacker_->unpack(left_, room);
    } catch (packed_error const&) {
      keep();  // the line that is named comes behind them
      throw;
    }
    keep();
    bool const stands = left_.size() == given && static_cast<size_type>(room.size()) == wanted && !stream_ended_;
    idle_calls_ = stands ? idle_calls_ + 1 : 0;
    if (idle_calls_ < 3) return;
    throw packed_error{concat("the ", name_of(form_), " data ", given == 0 ? "end early" : "are damaged")};
  }

  /// A few bytes may unpack to thousands of times as many.
  void check_size(byte_buffer const& bytes) const {
    if (static_cast<double>(bytes.size()) <= bound_.size_bytes()) return;
    fail(file_.path(),
         concat(shown_size(static_cast<double>(file_.size())), " of ", name_of(form_), " data hold more text than the ",
                shown_size(bound_.size_bytes()), " of memory that are left"));
  }

  input_file& file_;
  byte_buffer packed_;
  std::string_view left_;  // of packed_
  compression form_;
  memory_bound bound_;
  std::unique_ptr<unpacker> unpacker_;
  size_type taken_ = 0;
  int idle_calls_ = 0;  // that gave and took nothing
  bool stream_ended_ = false;
};

/// Lines that end in a carriage return alone (classic Mac OS) get the usual end.
void normalise_line_ends(char* first, char* last) {
  if (std::find(first, last, '\n') == last) std::replace(first, last, '\r', '\n');
}

bool is_printed(char letter) { return letter >= ' ' && letter <= '~'; }

/// UTF-16 without a mark has a zero beside every letter of English.
bool has_zeros_between(std::string_view bytes, std::size_t first) {
  if (bytes.size() < 4) return false;
  for (std::size_t k = 0; k < 4; ++k) {
    if (k % 2 == first ? !is_printed(bytes[k]) : bytes[k] != '\0') return false;
  }
  return true;
}

char const* wide_encoding(std::string_view bytes) {
  if (bytes.starts_with(std::string_view("\xff\xfe\0\0", 4))) return "UTF-32";
  if (bytes.starts_with(std::string_view("\0\0\xfe\xff", 4))) return "UTF-32";
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) return "UTF-16";
  return has_zeros_between(bytes, 0) || has_zeros_between(bytes, 1) ? "UTF-16" : nullptr;
}

/// Skips the byte-order mark of UTF-8. Throws io_error for UTF-16 and UTF-32, with a mark or without.
void skip_byte_order_mark(text& source) {
  std::string_view const bytes(source.begin(), static_cast<std::size_t>(source.end() - source.begin()));
  if (char const* const wide = wide_encoding(bytes)) {
    fail(source.path, 1, concat("the text is encoded as ", wide, "; save it as UTF-8"));
  }
  if (bytes.starts_with("\xef\xbb\xbf")) source.skipped = 3;
}

}  // namespace

text load_text(std::string const& path, memory_bound const& bound, io::progress_callback const& progress,
               size_type limit) try {
  input_file file(path);
  byte_buffer bytes;
  bytes.advance(file.read(bytes.room(8), 6));
  auto const form = compression_of({bytes.data(), static_cast<std::size_t>(bytes.size())});
  require_built(form, path);
  text result{.path = path, .bound = bound, .bytes = {}, .compressed = form != compression::none};
  if (result.compressed) {
    byte_buffer packed;
    std::swap(bytes, packed);
    result.whole = packed_reader(file, std::move(packed), form, bound).read(bytes, limit, progress);
  } else {
    result.whole = read_plain(file, bytes, bound, limit, progress);
  }
  if (bytes.size() == 0) fail(path, 1, "the file is empty");
  bytes.room(1);
  bool const binary = is_binary({bytes.data(), static_cast<std::size_t>(bytes.size())});
  if (!binary) normalise_line_ends(bytes.data(), bytes.data() + bytes.size());
  bytes.data()[bytes.size()] = '\n';
  if (!binary && bytes.data()[bytes.size() - 1] != '\n') bytes.advance(1);
  result.size = bytes.size();
  result.bytes = bytes.release();
  if (!binary) skip_byte_order_mark(result);
  return result;
} catch (std::bad_alloc const&) { throw out_of_memory(printable_utf8(path) + ": the file does not fit into memory"); }

}  // namespace heddle::detail
