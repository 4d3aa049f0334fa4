// saved.cpp - matrices and vectors that are saved and loaded: what comes back, and that no bytes do harm.
#include <heddle/base/half.hpp>
#include <heddle/io/save.hpp>
#include <heddle/semirings/semirings.hpp>
#include <sstream>

#include "tests/io/saved_bytes.hpp"
#include "tests/io/temporary_folder.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::testing;

template <> inline constexpr std::uint64_t heddle::saved_tag<saved_pair> = 0x70616972;

namespace {

template <class T> T saved_value(int i) {
  if constexpr (std::is_same_v<T, saved_pair> || std::is_same_v<T, saved_other_pair>) {
    return T{i, -i};
  } else {
    return static_cast<T>(i % 3);
  }
}

template <class T, class I, class O> void check_saved_same(matrix<T, I, O> const& a, matrix<T, I, O> const& b) {
  CHECK_EQ(b.rows(), a.rows());
  CHECK_EQ(b.cols(), a.cols());
  CHECK_EQ(b.csr().values.data == nullptr, a.csr().values.data == nullptr);
  auto const x = a.tuples(), y = b.tuples();
  CHECK(x.row == y.row);
  CHECK(x.col == y.col);
  CHECK(x.value == y.value);
}

template <class T, class I> void check_saved_same(vector<T, I> const& a, vector<T, I> const& b) {
  CHECK_EQ(b.size(), a.size());
  CHECK(b.form() == a.form());
  auto const x = a.tuples(), y = b.tuples();
  CHECK(x.index == y.index);
  CHECK(x.value == y.value);
}

template <class Container> void check_round_trip(Container const& a) {
  std::stringstream stream;
  save(a, stream);
  CHECK_EQ(static_cast<size_type>(stream.str().size()), serialized_bytes(a));
  auto const b = load<Container>(stream, a.exec());
  CHECK(b.exec() == a.exec());
  check_saved_same(a, b);
  CHECK_EQ(saved(b), saved(a));
}

template <class T, class I, class O> void check_saved_matrices(executor const& exec) {
  std::vector<I> const row = {4, 0, 2, 2, 0}, col = {1, 5, 0, 3, 2};
  std::vector<T> value;
  for (int i = 0; i < 5; ++i) value.push_back(saved_value<T>(i));
  using mat = matrix<T, I, O>;
  check_round_trip(mat::build(5, 6, row, col, value, take_first<T>{}, exec));
  check_round_trip(mat::build(5, 6, row, col, {}, take_first<T>{}, exec, saved_value<T>(2)));
  for (auto [rows, cols] : {std::pair{0, 0}, {3, 0}, {0, 3}, {1, 7}, {7, 1}}) check_round_trip(mat(rows, cols, exec));
}

template <class T, class I> void check_saved_vectors(executor const& exec) {
  std::vector<I> index;
  std::vector<T> value;
  for (int i = 0; i < 7; i += 3) index.push_back(static_cast<I>(i)), value.push_back(saved_value<T>(i));
  auto v = vector<T, I>::build(7, index, value, take_first<T>{}, exec);
  check_round_trip(v);
  storage_of(v).write_bitmap();
  check_round_trip(v);
  v.fill(saved_value<T>(2));
  CHECK(v.form() == vector_form::dense);
  check_round_trip(v);
  for (int size : {0, 1, 5}) check_round_trip(vector<T, I>(size, exec));
  vector<T, I> none(4, exec);
  storage_of(none).write_bitmap();
  check_round_trip(none);
}

template <class... Ts> void check_saved_types(executor const& exec) {
  (check_saved_matrices<Ts, std::int32_t, std::int32_t>(exec), ...);
  (check_saved_vectors<Ts, std::int32_t>(exec), ...);
}

matrix<float> small_matrix(executor const& exec = {}) {
  return matrix<float>::build(3, 4, {0, 1, 1}, {1, 0, 3}, {1, 2, 3}, take_first<float>{}, exec);
}

}  // namespace

EXECUTOR_CASE("matrices and vectors of every type and form come back as they were saved") {
  check_saved_types<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                    std::int64_t, std::uint64_t, float, double, f16, bf16, saved_pair, saved_other_pair>(exec);
}

EXECUTOR_CASE("matrices and vectors with 64-bit indices or offsets come back as they were saved") {
  check_saved_matrices<double, std::int64_t, std::int64_t>(exec);
  check_saved_matrices<double, std::int32_t, std::int64_t>(exec);
  check_saved_matrices<bool, std::int64_t, std::int32_t>(exec);
  check_saved_vectors<float, std::int64_t>(exec);
  size_type const size = size_type{1} << 40;
  check_round_trip(vector<float, std::int64_t>::build(size, {3, size - 1}, {1, 2}, take_first<float>{}, exec));
}

EXECUTOR_CASE("a file that was saved on one executor is loaded on another") {
  temporary_folder const folder;
  auto const a = small_matrix(exec);
  save(a, folder.file("a"));
  auto const b = load<matrix<float>>(folder.file("a"));
  CHECK(b.exec().is_host());
  save(b, folder.file("b"));
  CHECK_EQ(folder.read("b"), folder.read("a"));
  check_saved_same(a.to(executor{}), b);
  check_saved_same(a, load<matrix<float>>(folder.file("b"), exec));
}

EXECUTOR_CASE("a matrix with pending updates, and a list out of order, are saved in order") {
  auto a = small_matrix(exec);
  a.set(2, 2, 7);
  a.remove(1, 0);
  check_round_trip(a);
  vector<int> v(9, exec), sorted(9, exec);
  detail::sparse_form<std::int32_t> list;
  std::int32_t const indices[] = {7, 2, 4}, values[] = {1, 2, 3};
  list.indices = buffer<std::int32_t>(exec, std::span(indices));
  list.values = buffer<detail::byte>(exec, std::span(reinterpret_cast<detail::byte const*>(values), sizeof values));
  list.nvals = 3;
  list.sorted = false;
  storage_of(v).assign(std::move(list));
  check_round_trip(v);
}

EXECUTOR_CASE("more bytes than pass at once come back, from a stream that does not know its length too") {
  std::vector<double> values(700'001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) / 7;
  auto const v = vector<double>::dense(values, exec);
  auto const bytes = saved(v);
  one_way_buffer buffer(bytes);
  std::istream stream(&buffer);
  check_saved_same(v, load<vector<double>>(stream, exec));
  CHECK_EQ(complaint<io_error>([&] { (void)load<vector<double>>(stream, exec); }),
           "the stream: ends within the header");
}

TEST_CASE("containers in a stream follow one another, and a file holds one") {
  std::stringstream stream;
  save(small_matrix(), stream);
  save(vector<int>::dense({4, 5}), stream);
  CHECK_EQ(load<matrix<float>>(stream).nnz(), 3);
  CHECK_EQ(load<vector<int>>(stream).get(1), 5);
  temporary_folder const folder;
  auto const path = folder.write("two", stream.str());
  CHECK_EQ(complaint<io_error>([&] { (void)load<matrix<float>>(path); }), path + ": goes on behind the container");
}

TEST_CASE("a container that is cut off anywhere is refused") {
  temporary_folder const folder;
  auto const check = [&]<class Container>(Container const& a) {
    auto const bytes = saved(a);
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      CAPTURE(n);
      auto const cut = bytes.substr(0, n);
      auto const path = folder.write("cut", cut);
      CHECK(complaint<io_error>([&] { (void)load<Container>(path); }).starts_with(path + ": "));
      one_way_buffer buffer(cut);
      std::istream stream(&buffer);
      CHECK(load_complaint<Container>(stream).starts_with("the stream: ends within "));
    }
  };
  check(small_matrix());
  check(vector<int>::dense({1, 2, 3}));
}

TEST_CASE("a container of which any bit has flipped is refused") {
  auto bitmap = vector<bool>::build(5, {0, 3}, {true, false}, take_first<bool>{});
  storage_of(bitmap).write_bitmap();
  auto const check = []<class Container>(Container const& a) {
    auto const bytes = saved(a);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      CAPTURE(bit);
      auto flipped = bytes;
      flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
      CHECK_FALSE(complaint<io_error>([&] { (void)loaded<Container>(flipped); }).empty());
      one_way_buffer buffer(flipped);
      std::istream stream(&buffer);
      CHECK_FALSE(load_complaint<Container>(stream).empty());
    }
  };
  check(small_matrix());
  check(bitmap);
  check(vector<int, std::int64_t>::build(9, {2, 5}, {1, 2}, take_first<int>{}));
}

TEST_CASE("another type, tag, width or container is named beside what was asked for") {
  auto const mismatch = []<class Asked>(std::type_identity<Asked>, std::string const& bytes) {
    return complaint<invalid_argument>([&] { (void)loaded<Asked>(bytes); });
  };
  auto const of_matrix = saved(small_matrix());
  CHECK_EQ(mismatch(std::type_identity<matrix<double>>{}, of_matrix),
           "load: the stream holds a matrix<float, int32, int32>, not a matrix<double, int32, int32>");
  CHECK_EQ(mismatch(std::type_identity<matrix<float, std::int32_t, std::int64_t>>{}, of_matrix),
           "load: the stream holds a matrix<float, int32, int32>, not a matrix<float, int32, int64>");
  CHECK_EQ(mismatch(std::type_identity<vector<bool, std::int64_t>>{}, of_matrix),
           "load: the stream holds a matrix<float, int32, int32>, not a vector<bool, int64>");
  auto const pairs = saved(vector<saved_pair>::dense({saved_pair{1, 2}}));
  CHECK_EQ(mismatch(std::type_identity<vector<saved_other_pair>>{}, pairs),
           "load: the stream holds a vector<a type of 8 bytes with tag 1885432178, int32>, not a "
           "vector<a type of 8 bytes with tag 0, int32>");
  CHECK_EQ(mismatch(std::type_identity<vector<std::uint16_t>>{}, saved(vector<bf16>(3))),
           "load: the stream holds a vector<bf16, int32>, not a vector<uint16, int32>");
  CHECK_EQ(mismatch(std::type_identity<vector<std::int64_t>>{}, saved(vector<f16>(3))),
           "load: the stream holds a vector<f16, int32>, not a vector<int64, int32>");
}

TEST_CASE("what cannot be opened or written is named, and an old file stays as it was") {
  temporary_folder const folder;
  auto const path = folder.file("none");
  CHECK_EQ(complaint<io_error>([&] { (void)load<vector<int>>(path); }),
           path + ": cannot be read: No such file or directory");
  CHECK_EQ(complaint<io_error>([&] { (void)load<vector<int>>(folder.file("")); }),
           folder.file("") + ": is a directory");
  std::ostringstream broken;
  broken.setstate(std::ios::badbit);
  CHECK_EQ(complaint<io_error>([&] { save(vector<int>(3), broken); }), "the stream: cannot be written");
  std::istringstream no_input;
  no_input.setstate(std::ios::failbit);
  CHECK_EQ(load_complaint<vector<int>>(no_input), "the stream: cannot be read");
  CHECK_FALSE(complaint<io_error>([&] { save(vector<int>(3), "/dev/full"); }).empty());
  folder.write("old", "old");
  CHECK_EQ(complaint<io_error>([&] {
             detail::save_file(folder.file("old"), [](detail::byte_sink const& out) {
               out("new");
               throw io_error("no more");
             });
           }),
           "no more");
  CHECK_EQ(folder.read("old"), "old");
  CHECK_EQ(folder.num_files(), 1);
}
