// spmv_over_ranks.cpp - y = A x of a matrix that is dealt out: checked against a serial reference, then timed.
#include "src/cli/spmv_over_ranks.hpp"

#include <fmt/core.h>

#include <heddle/distributed/distributed.hpp>

#include "src/cli/held_values.hpp"
#include "src/verify/products.hpp"

namespace heddle::cli {
namespace {

template <class T, class Index>
bool is_product(matrix<T, Index, Index> const& a, std::vector<T> const& x, vector<T, Index> const& y) {
  auto const expected = verify::expected_rows<plus_times<T>, Index>(a.rows(), a.tuples(), x);
  held_values<T, Index> const values(y, T{});
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!verify::accepts<T>(expected[i], values[static_cast<size_type>(i)], true)) return false;
  }
  return true;
}

template <class T, class Index>
void multiply(file_options const& options, ranks_product const& product, distributed::group const& ranks,
              io::file_header const& header, report& answer) {
  matrix<T, Index, Index> whole;
  std::vector<T> host_x;
  in_every_process(ranks, [&] {
    whole = make_summed_matrix(read_file<T, Index>(options.file, options.json, options), host_executor());
    host_x = verify::operand_of<T>(whole.cols());
  });
  auto const a = distributed::matrix<T, Index, Index>::dealt(whole, ranks);
  auto const x = distributed::vector<T, Index>::dealt(vector<T, Index>::dense(host_x, executor{}), ranks);
  distributed::vector<T, Index> y(a.dealt_by(), ranks);
  auto const multiply_once = [&] { return spmv(y, 1, a, x, 0, {.schedule = options.schedule}), true; };
  multiply_once();
  auto const result = y.gather_to(0);
  auto const timed = time_ranks(ranks, product.repeat, multiply_once);
  tell_ranks(answer, options, ranks, header, whole.nnz(),
             fmt::format("{} x {}, {} entries", whole.rows(), whole.cols(), whole.nnz()));
  if (!result) return;
  bool const verified = is_product(whole, host_x, *result);
  if (verified) write_values(product.output, *result, T{});
  double const gflops = 2e-6 * static_cast<double>(whole.nnz()) / std::max(timed.times.elapsed_ms, 1e-6);
  answer.set("semiring", "plus_times")
      .set("type", product.is_float ? "f32" : "f64")
      .set("elapsed_ms", timed.times.elapsed_ms)
      .set("gflops", gflops)
      .set("verified", verified);
  answer.say(fmt::format("time       {:.4f} ms, {:.3f} GFLOP/s", timed.times.elapsed_ms, gflops));
  answer.say(fmt::format("verified   {}", verified));
  answer.print();
  if (!verified) throw error("y is not A x");
}

}  // namespace

void spmv_over_ranks(file_options const& options, ranks_product const& product, distributed::group const& ranks) {
  run_over_ranks(options, ranks, {product.output},
                 [&](file_options const& here, auto index, io::file_header const& header, report& answer) {
                   using Index = decltype(index);
                   product.is_float ? multiply<float, Index>(here, product, ranks, header, answer)
                                    : multiply<double, Index>(here, product, ranks, header, answer);
                 });
}

}  // namespace heddle::cli
