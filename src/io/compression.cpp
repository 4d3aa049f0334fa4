// compression.cpp - the table of compressed forms, and those that this build lacks.
#include "src/io/compression.hpp"

#include <heddle/base/error.hpp>

#include "src/text/printable.hpp"

namespace heddle::detail {
namespace {

#ifdef HEDDLE_WITH_XZ
constexpr bool has_xz = true;
#else
constexpr bool has_xz = false;
#endif
#ifdef HEDDLE_WITH_ZSTD
constexpr bool has_zstd = true;
#else
constexpr bool has_zstd = false;
#endif

struct known_form {
  compression form;
  char const* name;
  std::string_view ending, magic;
  char const* package;  // of Debian, that adds it
  bool built;
};

constexpr known_form form_table[] = {
    {compression::gzip, "gzip", ".gz", "\x1f\x8b", "zlib1g-dev", true},
    {compression::xz, "xz", ".xz", {"\xfd\x37zXZ\0", 6}, "liblzma-dev", has_xz},
    {compression::zstd, "zstd", ".zst", "\x28\xb5\x2f\xfd", "libzstd-dev", has_zstd},
};

// A zstd frame that holds no text but something of a program's own; one may stand first.
bool is_skipped_frame(std::string_view bytes) {
  return bytes.size() >= 4 && (bytes[0] & 0xf0) == 0x50 && bytes.substr(1, 3) == "\x2a\x4d\x18";
}

known_form const* entry_of(compression form) {
  for (auto const& entry : form_table) {
    if (entry.form == form) return &entry;
  }
  return nullptr;
}

}  // namespace

char const* name_of(compression form) {
  auto const* const entry = entry_of(form);
  return entry ? entry->name : "none";
}

compression compression_of(std::string_view first_bytes) {
  for (auto const& entry : form_table) {
    if (first_bytes.starts_with(entry.magic)) return entry.form;
  }
  return is_skipped_frame(first_bytes) ? compression::zstd : compression::none;
}

bool may_begin(compression form, char first) {
  auto const* const entry = entry_of(form);
  return entry && (first == entry->magic.front() || (form == compression::zstd && (first & 0xf0) == 0x50));
}

compression take_ending(std::string& name) {
  for (auto const& entry : form_table) {
    if (!name.ends_with(entry.ending)) continue;
    name.resize(name.size() - entry.ending.size());
    return entry.form;
  }
  return compression::none;
}

char const* known_endings() { return "each also with .gz, .xz or .zst"; }

void require_built(compression form, std::string const& path) {
  auto const* const entry = entry_of(form);
  if (entry == nullptr || entry->built) return;
  throw not_compiled(concat(printable(path, 4096), ": this build reads and writes no ", entry->name, "; ",
                            entry->package, " adds it when heddle is built"));
}

std::unique_ptr<unpacker> make_unpacker(compression form, double most_bytes) {
  if (form == compression::xz) return xz_unpacker(most_bytes);
  return form == compression::zstd ? zstd_unpacker(most_bytes) : gzip_unpacker();
}

std::unique_ptr<packer> make_packer(compression form) {
  if (form == compression::xz) return xz_packer();
  return form == compression::zstd ? zstd_packer() : gzip_packer();
}

#ifndef HEDDLE_WITH_XZ  // require_built() comes first
std::unique_ptr<unpacker> xz_unpacker(double) { throw not_compiled("this build reads no xz"); }
std::unique_ptr<packer> xz_packer() { throw not_compiled("this build writes no xz"); }
#endif
#ifndef HEDDLE_WITH_ZSTD
std::unique_ptr<unpacker> zstd_unpacker(double) { throw not_compiled("this build reads no zstd"); }
std::unique_ptr<packer> zstd_packer() { throw not_compiled("this build writes no zstd"); }
#endif

}  // namespace heddle::detail
