// compression.cpp - the table of compressed forms, and those that this build lacks.
#include "src/io/compression.hpp"

#include <heddle/base/error.hpp>

#include "src/text/printable.hpp"

namespace heddle::detail {
namespace {

struct known_form {
  compression form;
  char const* name;
  std::string_view ending, magic;
  char const* package;                                                      // of Debian, that adds it
  std::unique_ptr<unpacker> (*make_unpacker)(double most_bytes) = nullptr;  // null: not in this build
  std::unique_ptr<packer> (*make_packer)() = nullptr;
};

constexpr known_form form_table[] = {
    {compression::gzip, "gzip", ".gz", "\x1f\x8b", "zlib1g-dev", gzip_unpacker, gzip_packer},
#ifdef HEDDLE_WITH_XZ
    {compression::xz, "xz", ".xz", {"\xfd\x37zXZ\0", 6}, "liblzma-dev", xz_unpacker, xz_packer},
#else
    {compression::xz, "xz", ".xz", {"\xfd\x37zXZ\0", 6}, "liblzma-dev"},
#endif
#ifdef HEDDLE_WITH_ZSTD
    {compression::zstd, "zstd", ".zst", "\x28\xb5\x2f\xfd", "libzstd-dev", zstd_unpacker, zstd_packer},
#else
    {compression::zstd, "zstd", ".zst", "\x28\xb5\x2f\xfd", "libzstd-dev"},
#endif
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
  if (entry == nullptr || entry->make_packer) return;
  throw not_compiled(concat(printable_utf8(path), ": this build reads and writes no ", entry->name, "; ",
                            entry->package, " adds it when heddle is built"));
}

std::unique_ptr<unpacker> make_unpacker(compression form, double most_bytes) {
  return entry_of(form)->make_unpacker(most_bytes);
}

std::unique_ptr<packer> make_packer(compression form) { return entry_of(form)->make_packer(); }

}  // namespace heddle::detail
