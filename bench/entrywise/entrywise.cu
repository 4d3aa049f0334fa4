// entrywise.cu - bench_entrywise: operations that touch each entry a few times, beside a copy of the bytes that they
// must touch, and triangles with all that is done for them; compared with the host before anything is timed.
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/heddle.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>

#include "bench/support/device_timer.cuh"
#include "bench/support/program.hpp"

namespace {

using namespace heddle;

matrix<float> made(io::coordinates<float> graph) {
  graph.value.resize(graph.row.size());
  for (std::size_t k = 0; k < graph.value.size(); ++k) graph.value[k] = static_cast<float>(1 + k % 7);
  return io::to_matrix(graph, take_first<float>{});
}

// Entries at every `step`-th position.
vector<float> every(size_type n, size_type step) {
  std::vector<std::int32_t> index;
  std::vector<float> value;
  for (size_type i = 0; i < n; i += step) {
    index.push_back(static_cast<std::int32_t>(i));
    value.push_back(static_cast<float>(1 + i % 5));
  }
  return vector<float>::build(n, index, value, take_first<float>{});
}

// The memory of entries, in the form in which they lie.
size_type bytes_of(vector<float> const& v) {
  if (v.form() == vector_form::sparse) return 8 * v.nvals();
  return (v.form() == vector_form::dense ? 4 : 5) * v.size();
}
size_type bytes_of(matrix<float> const& a) { return 8 * a.nnz() + 4 * (a.rows() + 1); }

struct operands {
  vector<float> full, half, third, list, other_list;
  matrix<float> a, b, part;  // part: the middle half of a's rows

  operands(size_type n, int scale)
      : full(every(n, 1)),
        half(every(n, 2)),
        third(every(n, 3)),
        list(every(24 * n, 32)),
        other_list(every(24 * n, 48)),
        a(made(io::rmat<float>({.scale = scale}))),
        b(made(io::rmat<float>({.scale = scale, .seed = 2}))),
        part(a.rows() / 2, a.cols()) {
    extract(part, a, middle(a.rows()), heddle::all);
    for (auto* v : {&full, &half, &third, &list, &other_list}) storage_of(*v).choose_form();
  }
  operands(operands const& here, executor const& exec)
      : full(here.full.to(exec)),
        half(here.half.to(exec)),
        third(here.third.to(exec)),
        list(here.list.to(exec)),
        other_list(here.other_list.to(exec)),
        a(here.a.to(exec)),
        b(here.b.to(exec)),
        part(here.part.to(exec)) {}

  static index_range middle(size_type n) { return range(n / 4, n / 4 + n / 2); }
};

class session {
 public:
  session(executor const& gpu, size_type n, int scale, int repetitions, bench::report& into)
      : gpu_(gpu), repetitions_(repetitions), into_(into), here_(n, scale), there_(here_, gpu) {}

  void vectors() {
    vector<float> const empty(here_.full.size()), empty_list(here_.list.size());
    auto const middle = operands::middle(empty.size());
    size_type const n = empty.size();
    measure("ewise_add", "dense", empty, 8 * n,
            [](auto& w, operands const& o) { ewise_add(w, plus<float>{}, o.full, o.full); });
    measure("ewise_add", "bitmaps", empty, 10 * n,
            [](auto& w, operands const& o) { ewise_add(w, plus<float>{}, o.half, o.third); });
    measure("ewise_mult", "bitmaps", empty, 10 * n,
            [](auto& w, operands const& o) { ewise_mult(w, times<float>{}, o.half, o.third); });
    measure("ewise_add", "lists", empty_list, bytes_of(there_.list) + bytes_of(there_.other_list),
            [](auto& w, operands const& o) { ewise_add(w, plus<float>{}, o.list, o.other_list); });
    measure("apply", "dense", empty, 4 * n, [](auto& w, operands const& o) { apply(w, negate<float>{}, o.full); });
    measure("apply", "bitmap", empty, 5 * n, [](auto& w, operands const& o) { apply(w, negate<float>{}, o.half); });
    measure("select", "dense", empty, 4 * n,
            [](auto& w, operands const& o) { select(w, greater<float>{}, o.full, 2.0f); });
    measure("select", "list", empty_list, bytes_of(there_.list),
            [](auto& w, operands const& o) { select(w, greater<float>{}, o.list, 2.0f); });
    vector<float> const half_empty(n / 2);
    measure("extract of a range", "dense", half_empty, 2 * n,
            [&](auto& w, operands const& o) { extract(w, o.full, middle); });
    measure("extract of a range", "bitmap", half_empty, 5 * n / 2,
            [&](auto& w, operands const& o) { extract(w, o.half, middle); });
    auto const part = every(n / 2, 1);
    auto const part_there = part.to(gpu_);
    measure_in_place("assign to a range", "dense", here_.full, 4 * n,
                     [&](auto& w, operands const&) { assign(w, w.exec().is_host() ? part : part_there, middle); });
    // A third of the positions lies in every sector of 32 bytes.
    measure_in_place("assign of a number under a mask", "dense, mask a bitmap", here_.full, n + 4 * n,
                     [](auto& w, operands const& o) { assign(w, structure(o.third), no_accum, 5.0f); });
  }

  void matrices() {
    matrix<float> const empty(here_.a.rows(), here_.a.cols());
    size_type const of_a = bytes_of(there_.a), of_both = of_a + bytes_of(there_.b);
    auto const middle = operands::middle(empty.rows());
    measure("ewise_add", "matrices", empty, of_both,
            [](auto& c, operands const& o) { ewise_add(c, plus<float>{}, o.a, o.b); });
    measure("ewise_mult", "matrices", empty, of_both,
            [](auto& c, operands const& o) { ewise_mult(c, times<float>{}, o.a, o.b); });
    measure("apply", "matrix", empty, of_a, [](auto& c, operands const& o) { apply(c, negate<float>{}, o.a); });
    measure("select by value", "matrix", empty, of_a,
            [](auto& c, operands const& o) { select(c, greater<float>{}, o.a, 3.0f); });
    measure("select below the diagonal", "matrix", empty, of_a,
            [](auto& c, operands const& o) { select(c, tril{}, o.a, -1); });
    size_type const of_part = bytes_of(there_.part);
    measure("extract of rows", "matrix", matrix<float>(empty.rows() / 2, empty.cols()), of_part,
            [&](auto& c, operands const& o) { extract(c, o.a, middle, heddle::all); });
    measure("extract of rows and columns", "matrix", matrix<float>(empty.rows() / 2, empty.rows() / 2), of_part,
            [&](auto& c, operands const& o) { extract(c, o.a, middle, middle); });
    measure_in_place("assign to rows", "matrix", here_.b, of_part + bytes_of(there_.b) / 2 + bytes_of(there_.b),
                     [&](auto& c, operands const& o) { assign(c, o.part, middle, heddle::all); });
  }

 private:
  template <class Result, class Call>
  void measure(char const* operation, char const* of, Result const& empty, size_type read, Call const& call) {
    Result expected = empty, found = empty.to(gpu_);
    compare(operation, expected, found, call);
    add(operation, of, read + bytes_of(found), found, call);
  }
  // What is already there is written to; `bytes` in all.
  template <class Result, class Call>
  void measure_in_place(char const* operation, char const* of, Result expected, size_type bytes, Call const& call) {
    Result found = expected.to(gpu_);
    compare(operation, expected, found, call);
    add(operation, of, bytes, found, call);
  }
  template <class Result, class Call>
  void compare(char const* operation, Result& expected, Result& found, Call const& call) {
    call(expected, here_);
    call(found, there_);
    auto const want = expected.tuples(), got = found.tuples();
    bool same = want.value == got.value;
    if constexpr (requires { want.row; }) {
      same = same && want.row == got.row && want.col == got.col;
    } else {
      same = same && want.index == got.index;
    }
    if (!same) throw error(std::string(operation) + " is wrong");
  }
  template <class Result, class Call>
  void add(char const* operation, char const* of, size_type bytes, Result& found, Call const& call) {
    double const us = bench::median_microseconds(gpu_, repetitions_, [&] { call(found, there_); });
    buffer<unsigned char> const from(gpu_, bytes / 2);
    buffer<unsigned char> to(gpu_, bytes / 2);
    double const copy_us = bench::median_microseconds(
        gpu_, repetitions_, [&] { detail::copy_bytes(gpu_, to.data(), gpu_, from.data(), from.bytes()); });
    into_.add({{"operation", operation},
               {"operands", of},
               {"bytes", bytes},
               {"time_us", us},
               {"copy_us", copy_us},
               {"copies", us / copy_us}});
  }

  executor gpu_;
  int repetitions_;
  bench::report& into_;
  operands here_, there_;
};

void measure_triangles(char const* name, matrix<float> const& here, executor const& gpu, int repetitions,
                       bench::report& into) {
  auto const there = here.to(gpu);
  if (triangle_count(here) != triangle_count(there)) throw error(std::string("triangles of ") + name + " are wrong");
  double const us = bench::median_microseconds(gpu, repetitions, [&] { (void)triangle_count(there); });
  into.add({{"operation", "triangles"},
            {"operands", name},
            {"bytes", bytes_of(there)},
            {"time_us", us},
            {"copy_us", ""},
            {"copies", ""}});
}

int run(bench::program& app) {
  app.description("operations entry by entry on a GPU beside a copy of the bytes they touch; medians in microseconds");
  size_type n = 16'000'000;
  int scale = 19, repetitions = 15;
  bool without_triangles = false;
  app.add_option("--n", n, "length of dense vectors and bitmaps")->check(CLI::Range(16, 80'000'000));
  app.add_option("--scale", scale, "of R-MAT matrices")->check(CLI::Range(4, 24));
  app.add_option("--repeat", repetitions, "timed calls")->check(CLI::Range(1, 100000));
  app.add_flag("--no-triangles", without_triangles, "leave them out");
  app.read_for_gpu();
  executor const gpu = cuda_executor();
  auto& table = app.begin(gpu);
  {
    session s(gpu, n, scale, repetitions, table);
    s.vectors();
    s.matrices();
  }
  if (!without_triangles) {
    measure_triangles("R-MAT 17", made(io::rmat<float>({.scale = 17})), gpu, repetitions, table);
    measure_triangles("power law, 4 M", made(io::power_law<float>({.n = 4'000'000, .degree = 21})), gpu, repetitions,
                      table);
    measure_triangles("geometric, 4 M", made(io::random_geometric<float>({.n = 4'000'000, .degree = 15})), gpu,
                      repetitions, table);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return heddle::bench::run_program(argc, argv, run); }
