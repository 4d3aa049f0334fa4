// main.cpp - Errors: what is thrown, what the message says, and that every operand is left as it was.
// All exceptions derive from `heddle::error`, or are `std::bad_alloc`. A call checks its operands and asks for memory
// before it writes.
#include <heddle/heddle.hpp>
#include <iostream>
#include <string>

namespace {

int missing = 0;

// What `call` throws is an Expected; its message is one line.
template <class Expected, class Call> void refused(char const* what, Call const& call) {
  try {
    call();
    missing += 1;
    std::cout << what << ": NOT REFUSED\n";
  } catch (Expected const& e) { std::cout << what << ":\n  " << e.what() << '\n'; }
}

}  // namespace

int main() {
  heddle::executor const exec = heddle::default_executor();
  auto const A = heddle::matrix<double>::build(2, 3, {0, 1}, {2, 0}, {1, 2}, heddle::plus<double>{}, exec);
  auto const x = heddle::vector<double>::dense({1, 2}, exec);
  auto y = heddle::vector<double>::dense({5, 6}, exec);
  heddle::plus_times<double> const plus_times;

  refused<heddle::dimension_mismatch>("sizes that do not fit", [&] { heddle::mxv(y, plus_times, A, x); });
  refused<heddle::index_out_of_range>("a position outside", [&] { (void)A.get(2, 0); });
  refused<heddle::index_out_of_range>("an entry outside", [&] {
    (void)heddle::matrix<double>::build(2, 2, {0, 5}, {0, 1}, {1, 2}, heddle::plus<double>{}, exec);
  });
  refused<heddle::invalid_argument>("two entries at one position", [&] {
    (void)heddle::matrix<double>::build(2, 2, {0, 0}, {1, 1}, {1, 2}, heddle::no_duplicates, exec);
  });
  refused<heddle::io_error>("a file with a defect", [&] { (void)heddle::io::load<double>("broken.mtx", exec); });
  refused<heddle::io_error>("no such file", [&] { (void)heddle::io::load<double>("missing.mtx", exec); });
  refused<heddle::negative_cycle>("shortest paths round a circle of negative length", [&] {
    auto const circle = heddle::matrix<double>::build(2, 2, {0, 1}, {1, 0}, {1, -3}, heddle::plus<double>{}, exec);
    (void)heddle::sssp(circle, 0);
  });
  refused<heddle::invalid_argument>("a vector that is changed while it is walked", [&] {
    auto z = y;
    for (auto [i, value] : z.entries()) z.set(i, value + 1);
  });
  refused<heddle::error>("anything of heddle's", [&] { (void)heddle::io::generate_matrix<double>("rnat", {}, exec); });

  // y was the output of a call that was refused, and is what it was.
  bool const kept = y.nvals() == 2 && y.get(0) == 5.0 && y.get(1) == 6.0;
  std::cout << "y is " << (kept ? "as it was" : "CHANGED") << '\n';
  return kept && missing == 0 ? 0 : 1;
}
