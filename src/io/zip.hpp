// zip.hpp - the members of a zip archive that lies in memory: stored or deflated, also of more than 4 GiB.
// PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "src/io/text.hpp"

namespace heddle::detail {

/// Bytes that lie in the archive, or have been inflated out of it.
struct zip_bytes {
  std::string_view view;
  std::unique_ptr<char[]> inflated;  // none: stored
};

struct zip_member {
  std::string_view packed;  // in the archive
  size_type size = 0;       // unpacked
  std::uint32_t checksum = 0;
  bool deflated = false;
};

class zip_archive {
 public:
  /// Throws io_error naming `path` where the directory is not one by every rule. `bytes` are referred to.
  zip_archive(std::string const& path, std::string_view bytes);

  std::string const& path() const { return path_; }
  std::map<std::string, zip_member> const& members() const { return members_; }
  /// Null if there is none of that name.
  zip_member const* find(std::string const& name) const;
  /// The first `most` bytes, unpacked; fewer where there are no more. Their checksum is not looked at.
  std::string beginning(std::string const& name, size_type most) const;
  /// All of it. Throws io_error unless size and checksum are those of the directory.
  zip_bytes unpack(std::string const& name) const;

 private:
  [[noreturn]] void fail(std::string const& reason) const;
  zip_member const& existing(std::string const& name) const;
  void read_directory();
  void read_entry(std::string_view& directory, size_type directory_begin);

  std::string path_;
  std::string_view bytes_;
  std::map<std::string, zip_member> members_;
};

}  // namespace heddle::detail
