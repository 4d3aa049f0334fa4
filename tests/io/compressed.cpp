// compressed.cpp - xz and zstd beside gzip: what is told by the bytes, what is refused, and what is written.
#include "src/io/memory_bound.hpp"
#include "src/io/text_sink.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/contains.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string const plain_text = "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 5\n2 1 -6\n";
std::vector<entry<double>> const in_plain_text{{0, 1, 5}, {1, 0, -6}};

using detail::compression;
constexpr compression all_forms[] = {compression::gzip, compression::xz, compression::zstd};

bool is_built(compression form) {
  return complaint<not_compiled>([&] { detail::require_built(form, "a"); }).empty();
}

std::string packed(std::string const& bytes, compression form) {
  temporary_folder const folder;
  detail::text_sink sink(folder.file("a"), form);
  sink.write(bytes);
  sink.commit();
  return folder.read("a");
}

template <class Body> void for_each_form(Body body) {
  for (auto const form : all_forms) {
    if (!is_built(form)) continue;
    std::string const name = detail::name_of(form);
    CAPTURE(name);
    body(form, name);
  }
}

std::string from_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t k = 0; k + 1 < digits.size(); k += 2) {
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(k, 2)), nullptr, 16));
  }
  return bytes;
}

}  // namespace

TEST_CASE("a text may come in pieces of which some are empty, as those of an upper triangle are") {
  temporary_folder const folder;
  for_each_form([&](compression form, std::string const&) {
    detail::text_sink sink(folder.file("a"), form);
    for (std::string_view const piece :
         {"", "", "%%MatrixMarket matrix coordinate real general\n2 2 1\n", "", "", "1 2 5\n", "", ""}) {
      sink.write(piece);
    }
    sink.commit();
    CHECK(entries_in(folder.file("a")) == std::vector<entry<double>>{{0, 1, 5}});
  });
}

TEST_CASE("compressed data are told by their first bytes whatever the name, and streams that follow are one text") {
  temporary_folder const folder;
  for_each_form([&](compression form, std::string const&) {
    CHECK(entries_in(folder.write("a.mtx", packed(plain_text, form))) == in_plain_text);
    CHECK(entries_in(folder.write("a.mtx.gz", packed(plain_text, form))) == in_plain_text);
    CHECK(entries_in(folder.write("a.mtx.xz", packed(plain_text, form))) == in_plain_text);
    CHECK(entries_in(folder.write("a.mtx.zst", packed(plain_text, form))) == in_plain_text);
    auto const parts = packed(plain_text.substr(0, 30), form) + packed("", form) + packed(plain_text.substr(30), form);
    CHECK(entries_in(folder.write("b.mtx", parts)) == in_plain_text);
    CHECK(entries_in(folder.write("b.mtx", parts + std::string(512, '\0'))) == in_plain_text);
    CHECK(io::read_header(folder.file("b.mtx")).entries == 2);
  });
  for (std::string const name : {"c.mtx.gz", "c.mtx.xz", "c.mtx.zst"}) {
    CHECK(entries_in(folder.write(name, plain_text)) == in_plain_text);
  }
}

TEST_CASE("what the programs xz and zstd write is read, with zeros between streams and frames that hold no text") {
  temporary_folder const folder;
  auto const by_xz = from_hex(
      "fd377a585a000004e6d6b4460200210116000000742fe5a3e00040003c5d0012e130c2743861de3a4b4f5f43e3fb8ba89a11c88749ad"
      "30f234b6b24abd60ea3ec8f8151e52d0daed4738d1e7781f54ddd10a30dfd151bbbf5bc0000077d51af4e2dd216f0001584171133f53"
      "1fb6f37d010000000004595a");
  auto const by_zstd = from_hex(
      "28b52ffd204109020025254d61747269784d61726b6574206d617472697820636f6f7264696e617465207265616c2067656e6572616c"
      "0a32203220320a31203220350a322031202d360a");
  if (is_built(compression::xz)) {
    CHECK(entries_in(folder.write("a.mtx.xz", by_xz)) == in_plain_text);
    auto const line = packed("% more\n", compression::xz), zeros = std::string(8, '\0');
    CHECK(entries_in(folder.write("a.mtx.xz", by_xz + zeros + line)) == in_plain_text);
    CHECK(read_complaint(folder.write("a.mtx.xz", by_xz + std::string(5, '\0') + line)) ==
          folder.file("a.mtx.xz") + ":5: bytes follow the end of the xz data");
  }
  if (is_built(compression::zstd)) {
    std::string const skipped = from_hex("502a4d1803000000") + "abc";
    CHECK(entries_in(folder.write("a.mtx.zst", by_zstd)) == in_plain_text);
    CHECK(entries_in(folder.write("a.mtx", skipped + by_zstd + skipped)) == in_plain_text);
  }
}

TEST_CASE("xz and zstd data that end early, at whichever byte, or are followed by something else are refused") {
  temporary_folder const folder;
  for_each_form([&](compression form, std::string const& name) {
    auto const whole = packed(plain_text, form);
    for (std::size_t length = 6; length < whole.size(); ++length) {
      CAPTURE(length);
      auto const path = folder.write("a.mtx", whole.substr(0, length));
      CHECK(read_complaint(path).find("the " + name + " data end early") != std::string::npos);
    }
    for (std::string const& behind : {std::string("more"), std::string("\0\0\0\0x", 5), std::string("\n")}) {
      auto const path = folder.write("b.mtx", whole + behind);
      CHECK(read_complaint(path) == path + ":5: bytes follow the end of the " + name + " data");
    }
  });
}

TEST_CASE("a byte of compressed data that is flipped is refused, or changes nothing") {
  temporary_folder const folder;
  for_each_form([&](compression form, std::string const& name) {
    auto const whole = packed(plain_text, form);
    for (std::size_t at = 6; at < whole.size(); ++at) {
      CAPTURE(at);
      auto flipped = whole;
      flipped[at] ^= 0x10;
      auto const path = folder.write("a.mtx", flipped);
      std::vector<entry<double>> found;
      auto const refusal = complaint<io_error>([&] { found = entries_in(path); });
      CHECK((refusal.empty() ? found == in_plain_text : refusal.starts_with(path + ":")));
      CHECK(refusal.find('\n') == std::string::npos);
    }
    auto damaged = whole;
    damaged[damaged.size() / 2] ^= 0x10;
    CHECK(read_complaint(folder.write("b.mtx", damaged)).find(name + " data ") != std::string::npos);
  });
}

TEST_CASE("compressed data that unpack to more than the memory allowed are refused with both sizes") {
  temporary_folder const folder;
  std::string const bomb =
      "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n" + std::string(std::size_t{32} << 20, '\n');
  for_each_form([&](compression form, std::string const& name) {
    auto const bytes = packed(bomb, form);
    auto const path = folder.write("a.mtx", bytes);
    CHECK(read_complaint(path, {.memory_limit_bytes = size_type{8} << 20}) ==
          path + ": " + detail::shown_size(static_cast<double>(bytes.size())) + " of " + name +
              " data hold more text than the 8.0 MiB of memory that are left");
    CHECK(io::read<float>(path, {}, {.memory_limit_bytes = size_type{40} << 20}).nnz() == 1);
  });
}

TEST_CASE("a stream that asks for more memory to be unpacked than there is is refused") {
  temporary_folder const folder;
  if (is_built(compression::zstd)) {  // a window of 2 GiB in the header of a frame
    auto const path = folder.write("a.mtx.zst", from_hex("28b52ffd04a8") + std::string(40, 'x'));
    CHECK(read_complaint(path, {.memory_limit_bytes = 1 << 20}).find("takes more than the 128.0 MiB of memory") !=
          std::string::npos);
  }
}

TEST_CASE("an output file whose name ends in .xz or .zst is compressed, and reads back") {
  temporary_folder const folder;
  io::coordinates<double> const entries{2, 2, {0, 1}, {1, 0}, {5, -6}};
  for (auto const form : {compression::xz, compression::zstd}) {
    std::string const ending = form == compression::xz ? ".xz" : ".zst";
    auto const path = folder.file("a.mtx" + ending);
    if (!is_built(form)) {
      CHECK(complaint<not_compiled>([&] { io::write(path, entries); }).find("-dev adds it") != std::string::npos);
      CHECK(folder.num_files() == 0);
      continue;
    }
    io::write(path, entries);
    CHECK(detail::compression_of(folder.read("a.mtx" + ending)) == form);
    CHECK(entries_in(path) == in_plain_text);
  }
}

TEST_CASE("a form that this build lacks is named with what adds it, one that it has is not refused") {
  for (auto const form : all_forms) {
    auto const said = complaint<not_compiled>([&] { detail::require_built(form, "a.mtx"); });
    CHECK((said.empty() || said.starts_with("a.mtx: this build reads and writes no ")));
  }
  CHECK(is_built(compression::gzip));
}

TEST_CASE("what bzip2 has compressed is named, whatever its name") {
  temporary_folder const folder;
  std::string const bytes = std::string("BZh91AY&SY") + std::string(20, '\x17');
  for (auto const* const name : {"a.mtx.bz2", "a.mtx", "a.npz"}) {
    CHECK(contains(read_complaint(folder.write(name, bytes)), "is compressed by bzip2, which is not read"));
  }
}
