// links.cpp - links of README.md and docs lead somewhere, tables are tables, and README.md stays short.
#include <doctest/doctest.h>

#include <cctype>

#include "tests/docs/pages.hpp"

using namespace heddle::testing;

namespace {

// As GitHub names a heading: small letters, blanks as dashes, no other signs than - and _.
std::string anchor_of(std::string const& heading) {
  std::string anchor;
  for (unsigned char const letter : heading) {
    if (std::isalnum(letter) || letter == '-' || letter == '_') anchor += static_cast<char>(std::tolower(letter));
    if (letter == ' ') anchor += '-';
  }
  return anchor;
}

// Lines that are no code.
std::vector<std::string> prose_of(std::filesystem::path const& page) {
  std::vector<std::string> prose;
  bool in_code = false;
  for (auto const& line : lines_of(page)) {
    bool const fence = line.starts_with("```");
    if (fence) in_code = !in_code;
    if (!fence && !in_code && !line.starts_with("    ")) prose.push_back(line);
  }
  return prose;
}

bool has_anchor(std::filesystem::path const& page, std::string const& anchor) {
  for (auto const& line : prose_of(page)) {
    auto const hashes = line.find_first_not_of('#');
    if (hashes == std::string::npos || hashes == 0 || line[hashes] != ' ') continue;
    if (anchor_of(line.substr(hashes + 1)) == anchor) return true;
  }
  return false;
}

// What stands between "](" and ")".
std::vector<std::string> links_of(std::filesystem::path const& page) {
  std::vector<std::string> links;
  for (auto const& line : prose_of(page)) {
    for (auto at = line.find("]("); at != std::string::npos; at = line.find("](", at + 2)) {
      links.push_back(line.substr(at + 2, line.find(')', at) - at - 2));
    }
  }
  return links;
}

bool leads_somewhere(std::filesystem::path const& page, std::string const& link) {
  if (link.starts_with("https://")) return true;
  auto const hash = std::min(link.find('#'), link.size());
  if (link.starts_with("/")) return false;
  auto const target = hash == 0 ? page : page.parent_path() / link.substr(0, hash);
  if (!std::filesystem::exists(target)) return false;
  return hash == link.size() || has_anchor(target, link.substr(hash + 1));
}

}  // namespace

TEST_CASE("headings have the anchors that GitHub gives them") {
  CHECK(anchor_of("Twenty lines of C++") == "twenty-lines-of-c");
  CHECK(anchor_of("Sums, scaled products, two-byte numbers") == "sums-scaled-products-two-byte-numbers");
  CHECK(anchor_of("`heddle explain`") == "heddle-explain");
}

TEST_CASE("links of README.md and docs lead to files and headings that are there" * doctest::skip(!has_pages())) {
  std::string dead;
  std::size_t count = 0;
  for (auto const& page : pages()) {
    for (auto const& link : links_of(source_root() / page)) {
      ++count;
      if (!leads_somewhere(source_root() / page, link)) dead += page + ": " + link + '\n';
    }
  }
  CHECK(count > 20);
  CHECK(dead == "");
}

TEST_CASE("rows of tables stand in lines of their own" * doctest::skip(!has_pages())) {
  std::string broken;
  for (auto const& page : pages()) {
    for (auto const& line : prose_of(source_root() / page)) {
      auto const rule = line.find("|---");
      if (rule != std::string::npos && rule != line.find_first_not_of(' ')) broken += page + ": " + line + '\n';
    }
  }
  CHECK(broken == "");
}

TEST_CASE("every page of docs stands in its index" * doctest::skip(!has_pages())) {
  auto const listed = links_of(source_root() / "docs/README.md");
  for (auto const& page : pages()) {
    if (!page.starts_with("docs/") || page == "docs/README.md") continue;
    CAPTURE(page);
    CHECK(std::count(listed.begin(), listed.end(), page.substr(5)) == 1);
  }
}

TEST_CASE("README.md has at most 200 lines" * doctest::skip(!has_pages())) {
  CHECK(lines_of(source_root() / "README.md").size() <= 200);
}
