// tuning.cpp - the shared numbers agree with one another, and are written with their names.
#include <doctest/doctest.h>

#include <algorithm>
#include <heddle/explain.hpp>

using namespace heddle;

TEST_CASE("tuning is written one number a line, all of its members among them") {
  auto const text = to_text(detail::gpu_tuning);
  auto const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y] = detail::gpu_tuning;
  CHECK(std::count(text.begin(), text.end(), '\n') == 25);
  CHECK(text.find("copying_threads 192\n") != std::string::npos);
  CHECK(text.find("many_tiles 65536\n") != std::string::npos);
  CHECK(std::min({a, b, c, d, static_cast<int>(e), static_cast<int>(f), g, h, i, j}) > 0);
  CHECK(std::min({k, l, m, n, o, p, q, r, s, t, u}) > 0);
  CHECK(std::min({v, w, x, y}) > 0);
}

TEST_CASE("as many items a thread as its bytes allow, a power of two, and at least one") {
  CHECK(detail::gpu_tuning.items_of(4) == 16);
  CHECK(detail::gpu_tuning.items_of(8) == 8);
  CHECK(detail::gpu_tuning.items_of(12) == 4);
  CHECK(detail::gpu_tuning.items_of(100'000) == 1);
  CHECK(detail::gpu_tuning.most_copied() == 3072);
}
