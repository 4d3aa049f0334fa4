// output_file.hpp - a text file that appears whole or not at all.
#pragma once
#include <charconv>
#include <concepts>
#include <iterator>
#include <string>
#include <string_view>

namespace heddle::io {

/// Text output to `path`, collected in a temporary file in its folder, which has no name yet where the file system
/// allows that. commit() gives it its name; without commit() the destructor removes it, so an error leaves whatever
/// `path` was before. Symbolic links are followed, also to a file that is not there yet. Devices and pipes are written
/// directly, since nothing can be renamed onto them; so are /dev/stdout, /dev/stderr and /dev/fd/N, which continue
/// where their owner stands (who should flush first).
/// Throws io_error naming the path and the system's reason.
class output_file {
 public:
  explicit output_file(std::string path);
  ~output_file();
  output_file(output_file&&) noexcept;
  output_file& operator=(output_file&&) noexcept;

  void write(std::string_view text);

  /// One number and a line end: the shortest text that reads back as the same value; `inf` and `-inf` for infinities.
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void write_line(Number number) {
    char digits[64];
    char* const end = std::to_chars(digits, std::end(digits) - 1, +number).ptr;
    *end = '\n';
    write({digits, static_cast<std::size_t>(end - digits) + 1});
  }

  /// Everything written so far is flushed and the file takes its name; nothing can be written afterwards.
  void commit();

 private:
  void open_target();
  void flush();
  void abandon() noexcept;

  std::string path_;       // as given, for messages
  std::string target_;     // where it ends up, links followed
  std::string temporary_;  // empty: the target is written directly, or the temporary file is nameless
  std::string buffer_;
  bool nameless_ = false;
  int descriptor_ = -1;
};

}  // namespace heddle::io
