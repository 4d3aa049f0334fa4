// input_file.hpp - the bytes of a regular file, or of the standard input where `-` stands for it.
#pragma once
#include <heddle/base/types.hpp>
#include <string>

namespace heddle::detail {

/// From now on the file name `-` stands for the standard input: the tool wants that, a library has no say in it.
void serve_standard_input();
bool is_standard_input(std::string const& path);

/// Read from its beginning, also if it is the standard input: what comes through a pipe is kept in memory, so that it
/// can be read again, and may take half of what is left.
class input_file {
 public:
  /// Throws io_error naming the path and the system's reason.
  explicit input_file(std::string const& path);
  ~input_file();
  input_file(input_file const&) = delete;
  input_file& operator=(input_file const&) = delete;

  size_type size() const { return size_; }
  std::string const& path() const { return path_; }

  /// Up to `wanted` bytes; fewer only at the end of the file.
  size_type read(char* into, size_type wanted);

 private:
  void inspect();

  std::string path_;
  int descriptor_ = -1;
  bool owned_ = true;
  size_type size_ = 0;
  size_type position_ = 0;
};

}  // namespace heddle::detail
