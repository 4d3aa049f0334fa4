// load.cpp - a regular file, plain or gzip, into memory.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "src/io/encoding.hpp"
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

class input_file {
 public:
  explicit input_file(std::string const& path) : path_(path) {
    // Without O_NONBLOCK a pipe that nobody writes to would hang here.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) fail(path, errno == ENOENT ? "no such file" : std::strerror(errno));
    try {
      inspect();
    } catch (...) {
      ::close(descriptor_);
      throw;
    }
  }
  ~input_file() { ::close(descriptor_); }
  input_file(input_file const&) = delete;
  input_file& operator=(input_file const&) = delete;

  size_type size() const { return size_; }
  std::string const& path() const { return path_; }

  /// Up to `wanted` bytes; fewer only at the end of the file.
  size_type read(char* into, size_type wanted) {
    size_type got = 0;
    while (got < wanted) {
      auto const count = ::read(descriptor_, into + got, static_cast<std::size_t>(wanted - got));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(path_, std::strerror(errno));
      if (count == 0) break;
      got += count;
    }
    return got;
  }

 private:
  void inspect() {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail(path_, std::strerror(errno));
    if (S_ISDIR(status.st_mode)) fail(path_, "is a directory");
    if (!S_ISREG(status.st_mode)) fail(path_, "is not a regular file; save its contents to a file first");
    size_ = status.st_size;
  }

  std::string path_;
  int descriptor_ = -1;
  size_type size_ = 0;
};

constexpr size_type piece = size_type{1} << 22;

/// Plain text, whose first bytes are in `bytes` already.
bool read_plain(input_file& file, byte_buffer& bytes, memory_bound const& bound, size_type limit,
                io::progress_callback const& progress) {
  auto const expected = std::min({file.size(), limit, no_limit - 2});  // and a line end
  bound.require(static_cast<double>(expected), file.path(), "its contents");
  bytes.room(std::max(expected + 2 - bytes.size(), size_type{2}));
  while (bytes.size() < limit) {
    bound.require(static_cast<double>(bytes.size()), file.path(), "its contents");
    auto const wanted = std::min(piece, limit - bytes.size());
    auto const got = file.read(bytes.room(wanted), wanted);
    bytes.advance(got);
    if (progress && file.size() > 0) progress(std::min(1.0, double(bytes.size()) / double(file.size())) * 0.25);
    if (got < wanted) return true;
  }
  return bytes.size() >= file.size();
}

/// Inflates gzip members one after another until the file or `limit` ends.
class gzip_reader {
 public:
  gzip_reader(input_file& file, byte_buffer compressed, memory_bound const& bound)
      : file_(file), compressed_(std::move(compressed)), bound_(bound) {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw out_of_memory(file.path() + ": no memory to inflate gzip data");
    give(compressed_.size());
  }
  ~gzip_reader() { inflateEnd(&stream_); }
  gzip_reader(gzip_reader const&) = delete;
  gzip_reader& operator=(gzip_reader const&) = delete;

  bool read(byte_buffer& bytes, size_type limit, io::progress_callback const& progress) {
    while (bytes.size() < limit) {
      if (stream_.avail_in == 0 && !refill()) {
        if (!member_ended_) broken(bytes, "the gzip data end early");
        return true;
      }
      if (member_ended_ && !next_member(bytes)) return true;
      inflate_some(bytes, limit);
      check_size(bytes);
      if (progress) progress(double(taken_) / double(std::max<size_type>(file_.size(), 1)) * 0.5);
    }
    return false;
  }

 private:
  void give(size_type count) {
    stream_.next_in = reinterpret_cast<Bytef*>(compressed_.data());
    stream_.avail_in = static_cast<uInt>(count);
    taken_ += count;
  }

  bool refill() {
    compressed_ = {};
    auto const got = file_.read(compressed_.room(piece), piece);
    give(got);
    return got > 0;
  }

  /// After a member either another begins or zeros pad the file to its end (tape blocks do).
  bool next_member(byte_buffer const& bytes) {
    if (*stream_.next_in == 0) {
      if (!is_padding()) broken(bytes, "bytes follow the end of the gzip data");
      return false;
    }
    if (*stream_.next_in != 0x1f) broken(bytes, "bytes follow the end of the gzip data");
    inflateReset(&stream_);
    member_ended_ = false;
    return true;
  }

  /// True if all bytes that are left are zeros.
  bool is_padding() {
    do {
      auto const* const bytes = stream_.next_in;
      if (!std::all_of(bytes, bytes + stream_.avail_in, [](Bytef byte) { return byte == 0; })) return false;
    } while (refill());
    return true;
  }

  void inflate_some(byte_buffer& bytes, size_type limit) {
    auto const wanted = std::min(piece, limit - bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(bytes.room(wanted));
    stream_.avail_out = static_cast<uInt>(wanted);
    auto const status = inflate(&stream_, Z_NO_FLUSH);
    bytes.advance(wanted - stream_.avail_out);
    if (status == Z_STREAM_END) {
      member_ended_ = true;
    } else if (status == Z_MEM_ERROR) {
      throw out_of_memory(file_.path() + ": no memory to inflate gzip data");
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      broken(bytes, concat("the gzip data are damaged (", stream_.msg ? stream_.msg : "no detail", ")"));
    }
  }

  /// A few bytes may be inflated to thousands of times as many.
  void check_size(byte_buffer const& bytes) const {
    if (static_cast<double>(bytes.size()) <= bound_.size_bytes()) return;
    fail(file_.path(), shown_size(static_cast<double>(file_.size())) + " of gzip data hold more text than the " +
                           shown_size(bound_.size_bytes()) + " of memory that are left");
  }

  [[noreturn]] void broken(byte_buffer const& bytes, std::string const& reason) {
    fail(file_.path(), 1 + std::count(bytes.data(), bytes.data() + bytes.size(), '\n'), reason);
  }

  input_file& file_;
  byte_buffer compressed_;
  memory_bound bound_;
  z_stream stream_{};
  size_type taken_ = 0;
  bool member_ended_ = false;
};

bool is_gzip(byte_buffer const& bytes) {
  return bytes.size() >= 2 && bytes.data()[0] == '\x1f' && bytes.data()[1] == '\x8b';
}

/// Lines that end in a carriage return alone (classic Mac OS) get the usual end.
void normalise_line_ends(char* first, char* last) {
  if (std::find(first, last, '\n') == last) std::replace(first, last, '\r', '\n');
}

}  // namespace

text load_text(std::string const& path, memory_bound const& bound, io::progress_callback const& progress,
               size_type limit) try {
  input_file file(path);
  byte_buffer bytes;
  bytes.advance(file.read(bytes.room(4), 2));
  text result{.path = path, .bound = bound, .bytes = {}, .compressed = is_gzip(bytes)};
  if (result.compressed) {
    byte_buffer compressed;
    std::swap(bytes, compressed);
    result.whole = gzip_reader(file, std::move(compressed), bound).read(bytes, limit, progress);
  } else {
    result.whole = read_plain(file, bytes, bound, limit, progress);
  }
  if (bytes.size() == 0) fail(path, 1, "the file is empty");
  bytes.room(1);
  normalise_line_ends(bytes.data(), bytes.data() + bytes.size());
  if (bytes.data()[bytes.size() - 1] != '\n') {
    bytes.data()[bytes.size()] = '\n';
    bytes.advance(1);
  }
  result.size = bytes.size();
  result.bytes = bytes.release();
  skip_byte_order_mark(result);
  return result;
} catch (std::bad_alloc const&) { throw out_of_memory(printable(path, 4096) + ": the file does not fit into memory"); }

}  // namespace heddle::detail
