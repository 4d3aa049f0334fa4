// whole_products.cpp - products, sums and copies of whole numbers in the tool: exact where 64 bits hold them.
#include "src/cli/whole_numbers.hpp"
#include "tests/cli/tool.hpp"

using namespace heddle;
using namespace heddle::testing;

namespace {

std::string matrix_text(std::string const& size, std::vector<std::string> const& lines,
                        std::string const& field = "integer") {
  auto text =
      "%%MatrixMarket matrix coordinate " + field + " general\n" + size + ' ' + std::to_string(lines.size()) + '\n';
  for (auto const& line : lines) text += line + '\n';
  return text;
}

// As the tool writes it: other readers refuse such numbers as integers.
std::string unsigned_text_of(std::string const& size, std::vector<std::string> const& lines) {
  return matrix_text(size, lines, "unsigned-integer");
}

struct tool_product {
  std::string type, text;
};

tool_product multiplied(tool_bench const& bench, std::string const& a, std::string const& b) {
  auto const answer = bench.json({"multiply", bench.write("a.mtx", a), bench.write("b.mtx", b), "--output",
                                  bench.file("c.mtx"), "--device", "host"});
  return {answer["type"], bench.read("c.mtx")};
}

cli::whole_entries<std::int32_t> whole_of(std::vector<std::int32_t> row, std::vector<std::int32_t> col,
                                          std::vector<std::int64_t> value) {
  return {{4, 4, std::move(row), std::move(col), std::move(value), io::field::integer}, false};
}

}  // namespace

TOOL_CASE("heddle multiply is exact where the sum of magnitudes of each entry fits 64 bits") {
  tool_bench bench;
  auto const c = multiplied(bench, matrix_text("1 1", {"1 1 3"}), matrix_text("1 1", {"1 1 9007199254740993"}));
  CHECK(c.text == matrix_text("1 1", {"1 1 27021597764222979"}));
  CHECK(c.type == "int64");
  // The largest of A meets nothing of B that is large.
  auto const apart = multiplied(bench, matrix_text("2 2", {"1 1 9007199254740993", "2 2 3"}),
                                matrix_text("2 2", {"1 1 1", "2 2 9007199254740993"}));
  CHECK(apart.text == matrix_text("2 2", {"1 1 9007199254740993", "2 2 27021597764222979"}));
  // Each entry gets one half, so no sum is as large as the bound of its row.
  auto const halves = multiplied(bench, matrix_text("1 2", {"1 1 4", "1 2 4"}),
                                 matrix_text("2 2", {"1 1 2305843009213693951", "2 2 -2305843009213693951"}));
  CHECK(halves.text == matrix_text("1 2", {"1 1 9223372036854775804", "1 2 -9223372036854775804"}));
}

TOOL_CASE("heddle multiply takes unsigned integers where they hold the product, and says where it computes in double") {
  tool_bench bench;
  auto const large = matrix_text("1 1", {"1 1 18446744073709551615"}), one = matrix_text("1 1", {"1 1 1"});
  auto const same = multiplied(bench, large, one);
  CHECK(same.text == unsigned_text_of("1 1", {"1 1 18446744073709551615"}));
  CHECK(same.type == "uint64");
  auto const twice = multiplied(bench, matrix_text("1 1", {"1 1 9223372036854775807"}), matrix_text("1 1", {"1 1 2"}));
  CHECK(twice.text == unsigned_text_of("1 1", {"1 1 18446744073709551614"}));
  for (std::string const factor : {"2", "-1"}) {
    CHECK(multiplied(bench, large, matrix_text("1 1", {"1 1 " + factor})).type == "f64");
    auto const said =
        bench.run({"multiply", bench.file("a.mtx"), bench.file("b.mtx"), "--output", bench.file("c.mtx")});
    CHECK(contains(said.out, "doubles, which round"));
  }
}

TOOL_CASE("heddle multiply sums entries of one position exactly, or in double where 64 bits do not hold the sum") {
  tool_bench bench;
  auto const one = matrix_text("1 1", {"1 1 1"});
  auto const sums = multiplied(bench, matrix_text("1 1", {"1 1 9007199254740993", "1 1 9007199254740992"}), one);
  CHECK(sums.text == matrix_text("1 1", {"1 1 18014398509481985"}));
  auto const unsigned_sum = multiplied(bench, matrix_text("1 1", {"1 1 9223372036854775807", "1 1 1"}), one);
  CHECK(unsigned_sum.text == unsigned_text_of("1 1", {"1 1 9223372036854775808"}));
  auto const back = multiplied(
      bench, matrix_text("1 1", {"1 1 9223372036854775807", "1 1 9223372036854775807", "1 1 -9223372036854775807"}),
      one);
  CHECK(back.text == matrix_text("1 1", {"1 1 9223372036854775807"}));
  CHECK(multiplied(bench, matrix_text("1 1", {"1 1 18446744073709551615", "1 1 1"}), one).type == "f64");
}

TOOL_CASE("every command takes unsigned integers of 64 bits, and none takes what no type of 64 bits holds") {
  tool_bench bench;
  auto const unsigned_text = matrix_text("2 2", {"1 1 9223372036854775807", "2 2 18446744073709551615"});
  auto const good = bench.write("good.mtx", unsigned_text);
  auto const mixed = bench.write("mixed.mtx", matrix_text("2 2", {"1 1 -1", "2 2 18446744073709551615"}));
  auto const wide = bench.write("wide.mtx", matrix_text("2 2", {"1 1 1", "2 2 18446744073709551616"}));
  auto const list = bench.write("wide.wel", "0 1 3\n1 0 18446744073709551616\n");
  auto const out = bench.file("out.mtx");
  auto const commands = [&](std::string const& file) {
    return std::vector<std::vector<std::string>>{{"info", file, "--device", "host"},
                                                 {"spmv", file, "--device", "host"},
                                                 {"sssp", file, "--source", "0", "--device", "host"},
                                                 {"bfs", file, "--source", "0", "--device", "host"},
                                                 {"components", file, "--device", "host"},
                                                 {"convert", file, out},
                                                 {"multiply", file, file, "--output", out, "--device", "host"}};
  };
  for (auto const& command : commands(good)) {
    CAPTURE(command[0]);
    bench.json(command);
  }
  bench.json({"convert", good, out});
  CHECK(bench.read("out.mtx") == unsigned_text_of("2 2", {"1 1 9223372036854775807", "2 2 18446744073709551615"}));
  for (auto const& file : {mixed, wide, list}) {
    for (auto const& command : commands(file)) {
      CAPTURE(command[0]);
      CHECK(bench.error(command).starts_with(file + ":" + (file == list ? "2" : file == mixed ? "" : "4")));
    }
  }
}

TEST_CASE("bounds of a product are those of its rows, and of its entries where those of a row are too large") {
  using cli::product_type;
  auto const type = [](auto const& a, auto const& b) { return cli::product_bounds(a, b).type(); };
  auto const most = std::numeric_limits<std::int64_t>::max();
  CHECK(type(whole_of({0}, {1}, {most}), whole_of({2}, {0}, {most})) == product_type::int64);  // they do not meet
  CHECK(type(whole_of({0}, {1}, {most}), whole_of({1}, {0}, {1})) == product_type::int64);
  CHECK(type(whole_of({0}, {1}, {most}), whole_of({1}, {0}, {2})) == product_type::uint64);
  CHECK(type(whole_of({0}, {1}, {most}), whole_of({1}, {0}, {3})) == product_type::neither);
  CHECK(type(whole_of({0}, {1}, {most}), whole_of({1}, {0}, {-2})) == product_type::neither);
  CHECK(type(whole_of({0, 0}, {0, 1}, {most, most}), whole_of({0, 1}, {0, 1}, {2, 2})) == product_type::uint64);
  CHECK(type(whole_of({0, 0}, {0, 1}, {most, most}), whole_of({0, 1}, {0, 0}, {2, 2})) == product_type::neither);
  auto const lowest = std::numeric_limits<std::int64_t>::min();
  CHECK(type(whole_of({0}, {0}, {lowest}), whole_of({0}, {0}, {lowest})) == product_type::neither);
}

TEST_CASE("entries of one position are summed as far as one type of 64 bits holds all sums, else nothing is changed") {
  auto const most = std::numeric_limits<std::int64_t>::max(), lowest = std::numeric_limits<std::int64_t>::min();
  struct sum {
    std::vector<std::int32_t> row;  // and column
    std::vector<std::int64_t> value, expected;
    bool is_unsigned;
  };
  for (auto const& [row, value, expected, is_unsigned] :
       {sum{{0, 0, 1}, {most - 1, 1, -1}, {most, -1}, false}, sum{{1, 0, 1}, {1, 0, most}, {0, lowest}, true},
        sum{{0, 1, 0}, {lowest + 1, 7, -1}, {lowest, 7}, false}, sum{{0, 0, 1}, {most, 1, -1}, {}, false},
        sum{{0, 0, 1}, {lowest, -1, 0}, {}, false}, sum{{0, 1}, {most, -1}, {most, -1}, false}}) {
    auto a = whole_of(row, row, value);
    CHECK(cli::sum_positions(a) == !expected.empty());
    CHECK(a.entries.value == (expected.empty() ? value : expected));
    CHECK(a.is_unsigned == is_unsigned);
  }
  auto all = whole_of({0, 0}, {0, 0}, {-1, 0});  // the bits of 2^64 - 1
  all.is_unsigned = true;
  CHECK(cli::sum_positions(all));
  CHECK(all.bits(0) == std::numeric_limits<std::uint64_t>::max());
  all = whole_of({0, 0}, {0, 0}, {-1, 1});
  all.is_unsigned = true;
  CHECK_FALSE(cli::sum_positions(all));
}
