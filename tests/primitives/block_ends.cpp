// block_ends.cpp - host primitives, and what containers make of them, where the blocks that they go by are just full:
// 64 and 128 flags, 8192 numbers below which one thread works, chunks of 32,768, keys of 64 bits.
#include <algorithm>
#include <heddle/matrix.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/semirings/operators.hpp>
#include <numeric>
#include <random>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::seam;

namespace {

using flag_bytes = std::vector<primitives::byte>;

size_type const block_lengths[] = {0,    1,    7,    8,    9,    63,     64,     65,     127,    128,    129,   2047,
                                   2048, 2049, 8191, 8192, 8193, 32'767, 32'768, 32'769, 65'535, 65'536, 65'537};

// None, all, every other, the last alone, the first alone, blocks of 64, and bytes of every bit.
std::vector<flag_bytes> patterns_of(size_type n) {
  std::vector<flag_bytes> all(7, flag_bytes(static_cast<std::size_t>(n), 0));
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    all[1][i] = 1;
    all[2][i] = i % 2;
    all[3][i] = i + 1 == static_cast<std::size_t>(n);
    all[4][i] = i == 0;
    all[5][i] = i / 64 % 2;
    all[6][i] = static_cast<primitives::byte>(1 << i % 8);
  }
  return all;
}

std::vector<std::int64_t> positions_in(flag_bytes const& set) {
  std::vector<std::int64_t> at;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i]) at.push_back(static_cast<std::int64_t>(i));
  }
  return at;
}

// Of as many entries as `n` in rows of `length`, the last perhaps shorter, with an empty row behind every third.
struct rows_of_length {
  std::vector<std::int32_t> offsets{0}, row, col;
  rows_of_length(size_type n, size_type length) {
    for (size_type done = 0, i = 0; done < n || i == 0; ++i) {
      size_type const here = i % 4 == 3 ? 0 : min_of(length, n - done);
      for (size_type k = 0; k < here; ++k) {
        row.push_back(static_cast<std::int32_t>(i)), col.push_back(static_cast<std::int32_t>(k));
      }
      done += here;
      offsets.push_back(static_cast<std::int32_t>(done));
    }
  }
  size_type rows() const { return static_cast<size_type>(offsets.size()) - 1; }
};

template <class Test> void for_each_executor(Test const& test) {
  for (int const threads : {1, 3}) {
    CAPTURE(threads);
    test(host_executor(threads));
  }
}

}  // namespace

TEST_CASE("flags are counted and listed to the last, whatever block they end in") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : block_lengths) {
      CAPTURE(n);
      for (flag_bytes const& set : patterns_of(n)) {
        auto const expected = positions_in(set);
        CHECK(primitives::count(exec, set.data(), n) == static_cast<size_type>(expected.size()));
        CHECK(primitives::compact<std::int64_t>(exec, set.data(), n).to_host() == expected);
      }
    }
  });
}

TEST_CASE("numbers are summed, filled, moved and counted up to the last, whatever block they end in") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : block_lengths) {
      CAPTURE(n);
      auto const size = static_cast<std::size_t>(n);
      std::vector<std::int64_t> values(size), scanned(size + 1), expected(size + 1, 0);
      for (std::size_t i = 0; i < size; ++i) values[i] = static_cast<std::int64_t>(i * 7 % 13);
      std::partial_sum(values.begin(), values.end(), expected.begin() + 1);
      primitives::exclusive_sum(exec, values.data(), scanned.data(), n);
      CHECK(scanned == expected);
      values.push_back(0);
      primitives::exclusive_sum(exec, values.data(), values.data(), n);
      CHECK(values == expected);
      std::vector<std::int32_t> counted(size + 1, -1), back(size + 1, -1), turned(size);
      primitives::iota(exec, counted.data(), n, 5);
      for (std::size_t i = 0; i < size; ++i) turned[i] = static_cast<std::int32_t>(size - 1 - i);
      primitives::gather(exec, back.data(), counted.data(), turned.data(), n, 4);
      bool right = counted[size] == -1 && back[size] == -1;
      for (std::size_t i = 0; i < size; ++i) {
        right = right && counted[i] == static_cast<std::int32_t>(i) + 5 && back[i] == counted[size - 1 - i];
      }
      CHECK(right);
      primitives::scatter(exec, back.data(), turned.data(), counted.data(), n, 4);
      right = back[size] == -1;
      for (std::size_t i = 0; i < size; ++i) right = right && back[i] == counted[size - 1 - i];
      CHECK(right);
      std::int32_t const nine = 9;
      primitives::fill(exec, back.data(), n, 4, &nine);
      CHECK(std::count(back.begin(), back.end(), 9) == n);
      CHECK(back[size] == -1);
    }
  });
}

TEST_CASE("copies of about 1 and 4 MiB are whole and end where they should") {
  for_each_executor([](executor const& exec) {
    for (size_type const mega : {1, 4, 5}) {
      for (int const off : {-1, 0, 1}) {
        size_type const n = (mega << 20) + off;
        CAPTURE(n);
        std::vector<primitives::byte> from(static_cast<std::size_t>(n)), to(from.size() + 1, 77);
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<primitives::byte>(i * 31 >> 3);
        heddle::detail::copy_bytes(exec, to.data(), exec, from.data(), from.size());
        CHECK(std::equal(from.begin(), from.end(), to.begin()));
        CHECK(to.back() == 77);
      }
    }
  });
}

TEST_CASE("rows and offsets are two writings of one thing where chunks of 32,768 end") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : {0, 1, 8192, 32'767, 32'768, 32'769, 65'536, 65'537, 100'000}) {
      for (size_type const length : {1, 3, 64, 32'768, 200'000}) {
        CAPTURE(n);
        CAPTURE(length);
        rows_of_length const a(n, length);
        std::vector<std::int32_t> rows(static_cast<std::size_t>(n)), offsets(a.offsets.size(), -1);
        primitives::expand_offsets(exec, a.offsets.data(), a.rows(), n, rows.data());
        CHECK(rows == a.row);
        primitives::compress_rows(exec, a.row.data(), n, a.rows(), offsets.data());
        CHECK(offsets == a.offsets);
        auto const measured = primitives::measure_rows(exec, a.offsets.data(), a.rows());
        size_type longest = 0, empty = 0;
        for (std::size_t i = 0; i + 1 < a.offsets.size(); ++i) {
          longest = max_of<size_type>(longest, a.offsets[i + 1] - a.offsets[i]);
          empty += a.offsets[i + 1] == a.offsets[i];
        }
        CHECK(measured.max_length == longest);
        CHECK(measured.empty_rows == empty);
        CHECK(measured.mean_length == doctest::Approx(double(n) / double(a.rows())));
        CHECK(std::accumulate(measured.histogram.begin(), measured.histogram.end(), size_type{0}) == a.rows());
      }
    }
  });
}

TEST_CASE("a row that is longer, or alone empty, counts in whichever chunk of rows it stands") {
  for_each_executor([](executor const& exec) {
    size_type const rows = 100'000;
    for (size_type const at : {0, 32'767, 32'768, 65'535, 65'536, 99'999}) {
      for (std::int32_t const length : {0, 50}) {
        CAPTURE(at);
        std::vector<std::int32_t> offsets{0};
        for (size_type i = 0; i < rows; ++i) offsets.push_back(offsets.back() + (i == at ? length : 2));
        auto const measured = primitives::measure_rows(exec, offsets.data(), rows);
        CHECK(measured.max_length == (length > 0 ? 50 : 2));
        CHECK(measured.empty_rows == (length == 0));
        CHECK(measured.histogram[2] == rows - 1);
        CHECK(measured.mean_length == doctest::Approx((2.0 * (rows - 1) + length) / rows).epsilon(1e-12));
      }
    }
  });
}

TEST_CASE("keys that all begin alike are sorted by what is left, however few they are") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : {2, 127, 128, 129, 8192}) {
      CAPTURE(n);
      std::vector<std::int64_t> keys(static_cast<std::size_t>(n)), expected(keys.size());
      for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = 7 + static_cast<std::int64_t>(i * 37 % 101);
      std::iota(expected.begin(), expected.end(), 0);
      std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
      CHECK(primitives::stable_order(exec, keys.data(), n, std::int64_t{1} << 30).to_host() == expected);
    }
  });
}

TEST_CASE("keys of every number of bits are sorted, few and many, and equal ones keep their order") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : {1, 2, 127, 128, 129, 130, 8191, 8192, 8193, 40'000}) {
      for (int const bits : {1, 8, 11, 12, 19, 20, 27, 28, 31, 32, 47, 62}) {
        CAPTURE(n);
        CAPTURE(bits);
        std::mt19937_64 random(static_cast<unsigned>(n + bits));
        std::int64_t const bound = std::int64_t{1} << bits;
        std::vector<std::int64_t> keys(static_cast<std::size_t>(n));
        // Every other key in one bucket, so that it is sorted by its own digits.
        for (std::size_t i = 0; i < keys.size(); ++i) {
          keys[i] = static_cast<std::int64_t>(
              random() % static_cast<std::uint64_t>(i % 2 ? bound : min_of<std::int64_t>(bound, 1 << 19)));
        }
        keys.back() = bound - 1;
        std::vector<std::int64_t> expected(keys.size());
        std::iota(expected.begin(), expected.end(), 0);
        std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
        CHECK(primitives::stable_order(exec, keys.data(), n, bound).to_host() == expected);
      }
    }
  });
}

TEST_CASE("tuples of one position meet across chunks of 32,768, in the order given") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : {32'767, 32'768, 32'769, 65'536, 65'537}) {
      for (int const each : {1, 2, 3}) {
        for (bool const sorted : {true, false}) {
          CAPTURE(n);
          CAPTURE(each);
          CAPTURE(sorted);
          // Tuple k stands at position k / each; the others come in two passes, even positions first.
          std::vector<std::int32_t> row, col, value;
          for (int pass = 0; pass < (sorted ? 1 : 2); ++pass) {
            for (size_type k = 0; k < n; ++k) {
              auto const at = static_cast<std::int32_t>(k / each);
              if (!sorted && at % 2 != pass) continue;
              row.push_back(at / 100), col.push_back(at % 100), value.push_back(static_cast<std::int32_t>(k));
            }
          }
          auto const last = matrix<std::int32_t>::build(1000, 100, row, col, value, take_second<std::int32_t>{}, exec);
          auto const found = last.tuples();
          REQUIRE(static_cast<size_type>(found.row.size()) == ceil_div(n, each));
          bool right = true;
          for (std::size_t p = 0; p < found.row.size(); ++p) {
            size_type const newest = min_of<size_type>(n - 1, (static_cast<size_type>(p) + 1) * each - 1);
            right = right && found.row[p] == static_cast<std::int32_t>(p / 100) &&
                    found.col[p] == static_cast<std::int32_t>(p % 100) && found.value[p] == newest;
          }
          CHECK(right);
        }
      }
    }
  });
}

TEST_CASE("tuples are put in order by keys of 63, 64 and 65 bits, rows and columns at their limits among them") {
  using wide = matrix<int, std::int64_t, std::int64_t>;
  for (int const col_bits : {58, 59, 60, 61, 62}) {
    CAPTURE(col_bits);
    size_type const cols = size_type{1} << col_bits, rows = 16;
    std::vector<std::int64_t> row, col;
    std::vector<int> value;
    for (int k = 0; k < 40; ++k) {
      row.push_back(15 - k % 16),
          col.push_back(k % 3 == 0   ? cols - 1 - k
                        : k % 3 == 1 ? k
                                     : cols / 2 + k),
          value.push_back(k);
    }
    auto const a = wide::build(rows, cols, row, col, value, plus<int>{});
    auto const found = a.tuples();
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(),
              [&](auto x, auto y) { return std::pair(row[x], col[x]) < std::pair(row[y], col[y]); });
    bool right = found.row.size() == order.size();
    for (std::size_t k = 0; right && k < order.size(); ++k) {
      right = found.row[k] == row[order[k]] && found.col[k] == col[order[k]] && found.value[k] == value[order[k]];
    }
    CHECK(right);
  }
}

TEST_CASE("the first thing that is wrong is named, in whichever chunk it stands and whatever else is wrong behind it") {
  size_type const n = 100'000;
  for_each_executor([](executor const& exec) {
    for (size_type const at : {1, 32'767, 32'768, 32'769, 65'536, 99'998}) {
      CAPTURE(at);
      std::vector<std::int32_t> row(n), col(n);
      for (size_type k = 0; k < n; ++k)
        row[k] = static_cast<std::int32_t>(k / 100), col[k] = static_cast<std::int32_t>(k % 100);
      std::vector<int> const value(n, 1);
      col[n - 1] = 500;  // wrong too
      col[at] = 100;
      auto const says = [&](auto const& call) -> std::string {
        try {
          call();
        } catch (std::exception const& wrong) { return wrong.what(); }
        return "";
      };
      auto const place = "entry " + std::to_string(at);
      CHECK(says([&] { (void)matrix<int>::build(1000, 100, row, col, value, plus<int>{}, exec); }).find(place) !=
            std::string::npos);
      std::vector<std::int32_t> offsets(1001);
      for (int i = 0; i <= 1000; ++i) offsets[i] = 100 * i;
      csr_arrays<int, std::int32_t, std::int32_t> const arrays{1000, 100, n, offsets.data(), col.data(), value.data()};
      auto const said = says([&] { (void)matrix<int>::from_csr(arrays, exec, array_check::checked); });
      CHECK(said == "matrix: row " + std::to_string(at / 100) + " has column 100 of 100");
      auto decreasing = offsets;
      decreasing[700] = 69'999 + 200, decreasing[900] = 5;
      csr_arrays<int, std::int32_t, std::int32_t> const wrong{1000,       100,         n, decreasing.data(),
                                                              col.data(), value.data()};
      CHECK(says([&] { (void)matrix<int>::from_csr(wrong, exec, array_check::checked); }) ==
            "matrix: offsets decrease at row 700");
    }
  });
}

TEST_CASE("entries that are kept of rows that begin and end with chunks and words have their own offsets") {
  for_each_executor([](executor const& exec) {
    for (size_type const n : {8191, 8192, 32'768, 32'769, 65'536, 70'000}) {
      for (size_type const length : {1, 63, 64, 65, 128, 32'768}) {
        CAPTURE(n);
        CAPTURE(length);
        rows_of_length const all(n, length);
        std::vector<int> value(all.row.size());
        for (std::size_t k = 0; k < value.size(); ++k) value[k] = static_cast<int>(k);
        auto const a = matrix<int>::build(all.rows(), 200'000, all.row, all.col, value, plus<int>{}, exec);
        matrix<int> c(all.rows(), 200'000, exec);
        for (int const least : {0, 1, 32'767, 32'768, static_cast<int>(n) - 1, static_cast<int>(n)}) {
          select(c, greater_equal<int>{}, a, least);
          auto const found = c.tuples();
          size_type const left = max_of<size_type>(0, n - least);
          REQUIRE(static_cast<size_type>(found.row.size()) == left);
          CHECK(std::equal(found.row.begin(), found.row.end(), all.row.begin() + min_of<size_type>(least, n)));
          CHECK(std::equal(found.value.begin(), found.value.end(), value.begin() + min_of<size_type>(least, n)));
        }
        // And turned twice they are what they were.
        matrix<int> const turned = a.transposed();
        (void)turned.csr();
        auto const back = turned.transposed().tuples(), by_columns = turned.tuples();
        CHECK(back.value == value);
        CHECK(std::is_sorted(by_columns.row.begin(), by_columns.row.end()));
        bool right = true;
        for (std::size_t k = 0; k < by_columns.value.size(); ++k) {
          auto const e = static_cast<std::size_t>(by_columns.value[k]);
          right = right && by_columns.row[k] == all.col[e] && by_columns.col[k] == all.row[e];
        }
        CHECK(right);
      }
    }
  });
}
