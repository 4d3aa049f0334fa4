// memory.cpp - a reader takes no more memory than it may, and says so before it has.
#include <malloc.h>

#include "src/io/memory_bound.hpp"
#include "src/io/text.hpp"
#include "tests/io/temporary_folder.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string const pattern_banner = "%%MatrixMarket matrix coordinate pattern general\n";

}  // namespace

TEST_CASE("gzip data that inflate to more than the memory allowed are refused with both sizes") {
  temporary_folder const folder;
  std::string const zeros(std::size_t{32} << 20, '\n');
  auto const bomb = gzipped(pattern_banner + "1 1 1\n1 1\n" + zeros);
  for (auto const* name : {"a.mtx.gz", "a.el.gz", "a.gr.gz", "a.mtx"}) {
    CAPTURE(name);
    auto const path = folder.write(name, bomb);
    CHECK(read_complaint(path, {.memory_limit_bytes = size_type{8} << 20}) ==
          path + ": " + detail::shown_size(static_cast<double>(bomb.size())) +
              " of gzip data hold more text than the 8.0 MiB of memory that are left");
  }
  auto const list = folder.write("b.el.gz", gzipped("0 1\n" + zeros));
  CHECK(complaint<io_error>([&] {
          (void)io::read_header(list, {.memory_limit_bytes = 1 << 20});
        }).ends_with("of gzip data hold more text than the 1.0 MiB of memory that are left"));
  CHECK(io::read<float>(folder.file("a.mtx.gz"), {}, {.memory_limit_bytes = size_type{40} << 20}).nnz() == 1);
}

TEST_CASE("a file larger than the memory allowed is refused before it is read") {
  temporary_folder const folder;
  auto const path = folder.write("a.el", "0 1\n");
  std::error_code impossible;
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40, impossible);  // a hole; some file systems have none
  if (impossible) std::filesystem::resize_file(path, std::uintmax_t{1} << 30);
  CHECK(
      read_complaint(path, {.memory_limit_bytes = size_type{1} << 28}).ends_with(" of memory, and 256.0 MiB are left"));
  std::filesystem::resize_file(path, (std::uintmax_t{1} << 63) - 1, impossible);
  if (!impossible) CHECK(read_complaint(path).find(": its contents take 8.0 EiB of memory") != std::string::npos);
}

TEST_CASE("entries that do not fit beside the text are refused with their number") {
  temporary_folder const folder;
  std::string text = pattern_banner + "9 9 1000\n";
  std::string list = "# Nodes: 9\n";
  for (int k = 0; k < 1000; ++k) text += "3 4\n", list += "3 4\n";
  auto const size = static_cast<size_type>(text.size());
  auto const path = folder.write("a.mtx", text);
  CHECK(read_complaint(path, {.memory_limit_bytes = size + 7999}).starts_with(path + ": 1000 entries take "));
  CHECK(io::read<double>(path, {}, {.memory_limit_bytes = size + 8000}).nnz() == 1000);
  auto const symmetric = folder.write("b.mtx", text.replace(text.find("general"), 7, "symmetric"));
  CHECK(read_complaint(symmetric, {.memory_limit_bytes = size + 8002}).starts_with(symmetric + ": 1000 entries take "));
  auto const edges = folder.write("a.el", list);
  CHECK(read_complaint(edges, {.memory_limit_bytes = 8000}).starts_with(edges + ": 1000 entries take "));
}

TEST_CASE("a compressed file whose size line tells of too much is refused before it is inflated") {
  temporary_folder const folder;
  auto const path = folder.write("a.mtx.gz", gzipped(pattern_banner + "9 9 9000000000000000000\n"));
  CHECK(read_complaint(path, {.memory_limit_bytes = 1 << 30}) ==
        path + ": the 9000000000000000000 entries of its size line take 93.7 EiB of memory, and 1.0 GiB are left");
}

TEST_CASE("a text takes the memory that its bytes need: a small one little, a large one not twice as much") {
  temporary_folder const folder;
  auto const taken = [](std::string const& path) {
    auto const text = detail::load_text(path, detail::memory_bound(std::nullopt));
    return ::malloc_usable_size(text.bytes.get());
  };
  CHECK(taken(folder.write("a.el", "0 1\n")) < 10'000);
  CHECK(taken(folder.write("a.el.gz", gzipped("0 1\n"))) < 100'000);
  std::string const large(std::size_t{9} << 20, '1');
  CHECK(taken(folder.write("b.el", large)) < large.size() + 100'000);
}

TEST_CASE("the memory that is left is some, and sizes are shown with their unit") {
  CHECK(detail::available_memory() > 1e6);
  CHECK(detail::shown_size(17) == "17 bytes");
  CHECK(detail::shown_size(1536) == "1.5 KiB");
  CHECK(detail::shown_size(0x3p60) == "3.0 EiB");
  CHECK(detail::shown_size(0x3p80) == "3145728.0 EiB");
}
