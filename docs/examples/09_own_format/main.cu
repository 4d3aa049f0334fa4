// main.cu - A format of your own: a matrix of 2 x 2 blocks, multiplied under any schedule, on the host or a GPU.
// A tile set says how many rows there are and where the entries of each row begin. One functor says what an entry adds
// to its row, another one where the sum of a row goes. Under the name `main.cpp` it runs on the host.
#include <heddle/heddle.hpp>
#include <iostream>

namespace seam = heddle::seam;
using heddle::size_type;

// Block row b has the blocks from offsets[b] to offsets[b + 1]; each gives two entries to each of its two rows.
struct blocked_rows {
  int const* offsets = nullptr;
  size_type block_rows = 0, blocks = 0;

  HEDDLE_FN constexpr size_type num_tiles() const { return 2 * block_rows; }
  HEDDLE_FN constexpr size_type num_atoms() const { return 4 * blocks; }
  HEDDLE_FN constexpr size_type first_atom(size_type row) const {
    size_type const b = row / 2, first = 4 * size_type{offsets[b]};
    return row % 2 == 0 ? first : first + 2 * (offsets[b + 1] - offsets[b]);
  }
};

// The product of an entry: blocks are stored row by row, one behind the other.
struct block_product {
  blocked_rows rows;
  int const* columns;
  float const *values, *x;

  HEDDLE_FN float operator()(size_type row, size_type entry) const {
    size_type const k = entry - rows.first_atom(row), block = rows.offsets[row / 2] + k / 2;
    return values[4 * block + 2 * (row % 2) + k % 2] * x[2 * columns[block] + k % 2];
  }
};

// Where the sum of a row goes. A row without entries sums to the neutral element, which of plus is -0: + 0 makes it 0.
struct into {
  float* y;
  HEDDLE_FN void operator()(size_type row, float sum) const { y[row] = sum + 0.0f; }
};

int main() {
  heddle::executor const exec = heddle::default_executor();
  // Block rows of 2, 0, 1 and 3 blocks.
  heddle::buffer<int> const offsets(exec, std::vector<int>{0, 2, 2, 3, 6}),
      columns(exec, std::vector<int>{0, 2, 1, 0, 1, 3});
  std::vector<float> numbers(24), ones(8);
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = static_cast<float>(k + 1);
  for (std::size_t k = 0; k < ones.size(); ++k) ones[k] = k % 2 == 0 ? 1.0f : 10.0f;
  heddle::buffer<float> const values(exec, numbers), x(exec, ones);

  blocked_rows const rows{offsets.data(), 4, 6};
  block_product const product{rows, columns.data(), values.data(), x.data()};
  bool right = true;
  namespace schedules = heddle::schedules;
  for (heddle::schedule const& by : {heddle::schedule{}, heddle::schedule{schedules::merge_path{.items_per_worker = 3}},
                                     heddle::schedule{schedules::thread_mapped{}}}) {
    heddle::buffer<float> y(exec, std::vector<float>(8, -1));
    seam::sum_tiles(exec, by, rows, product, heddle::plus_monoid<float>{}, into{y.data()});
    auto const got = y.to_host();
    std::cout << by.text() << ":";
    for (float const value : got) std::cout << ' ' << value;
    std::cout << '\n';
    // Blocks count on: the first row has 1, 2 and 5, 6, the sixth 11, 12.
    right = right && got == std::vector<float>{1 + 20 + 5 + 60,
                                               3 + 40 + 7 + 80,
                                               0,
                                               0,
                                               9 + 100,
                                               11 + 120,
                                               13 + 140 + 17 + 180 + 21 + 220,
                                               15 + 160 + 19 + 200 + 23 + 240};
  }
  return right ? 0 : 1;
}
