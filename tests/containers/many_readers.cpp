// many_readers.cpp - several threads read one const container at the same time, each asking for forms first.
#include <atomic>
#include <heddle/matrix.hpp>
#include <heddle/semirings/operators.hpp>
#include <heddle/vector.hpp>
#include <thread>

#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

namespace {

constexpr int num_readers = 4;

/// Runs `read` on all readers at once.
template <class Read> void read_at_once(Read const& read) {
  std::atomic<int> waiting{num_readers};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < num_readers; ++reader) {
    readers.emplace_back([&, reader] {
      for (--waiting; waiting > 0;) std::this_thread::yield();
      read(reader);
    });
  }
  for (std::thread& reader : readers) reader.join();
}

}  // namespace

EXECUTOR_CASE("several threads may ask a matrix for its forms and plans") {
  for (int round = 0; round < 20; ++round) {
    auto a = matrix<float>::build(50, 60, {40, 3, 40, 7}, {1, 50, 59, 7}, {1, 2, 3, 4}, plus<float>{}, exec);
    a.set(49, 0, 5);
    auto const& shared = a;
    std::vector<void const*> csr(num_readers), csc(num_readers), coo(num_readers), plans(num_readers);
    std::vector<int> wrong(num_readers);
    read_at_once([&](int reader) {
      if (reader % 2 == 1) wrong[reader] += !(shared.get(49, 0) == 5.0F);
      csc[reader] = shared.csc().indices;
      csr[reader] = shared.csr().indices;
      coo[reader] = shared.coo().row;
      plans[reader] = storage_of(shared).csr().plan_for(merge_path{}, 4).get();
      wrong[reader] += storage_of(shared).csr().statistics().max_length != 2;
      wrong[reader] += shared.tuples().value != std::vector<float>{2, 4, 1, 3, 5};
      wrong[reader] += shared.transposed().nnz() != 5;
      auto const copy = shared;
      wrong[reader] += copy.nnz() != 5;
    });
    CHECK_EQ(wrong, std::vector<int>(num_readers));
    CHECK_EQ(csr, std::vector<void const*>(num_readers, csr[0]));
    CHECK_EQ(csc, std::vector<void const*>(num_readers, csc[0]));
    CHECK_EQ(coo, std::vector<void const*>(num_readers, coo[0]));
    CHECK_EQ(plans, std::vector<void const*>(num_readers, plans[0]));
  }
}

EXECUTOR_CASE("several threads may ask a vector for its forms") {
  for (int round = 0; round < 20; ++round) {
    auto v = vector<int>::build(100, {70, 5}, {7, 5}, plus<int>{}, exec);
    if (round % 2 == 0) v.set(6, 6);
    int const expected = round % 2 == 0 ? 3 : 2;
    auto const& shared = v;
    std::vector<int> wrong(num_readers);
    std::vector<void const*> sparse(num_readers), bitmap(num_readers);
    read_at_once([&](int reader) {
      wrong[reader] += !(shared.get(70) == 7);
      wrong[reader] += shared.nvals() != expected;
      sparse[reader] = storage_of(shared).sparse(true).indices.data();
      bitmap[reader] = storage_of(shared).bitmap().present.data();
      wrong[reader] += static_cast<int>(shared.tuples().index.size()) != expected;
      wrong[reader] += shared.to_dense(0)[5] != 5;
      vector<int> const copy = shared;
      wrong[reader] += copy.nvals() != expected;
    });
    CHECK_EQ(wrong, std::vector<int>(num_readers));
    CHECK_EQ(sparse, std::vector<void const*>(num_readers, sparse[0]));
    CHECK_EQ(bitmap, std::vector<void const*>(num_readers, bitmap[0]));
  }
}

EXECUTOR_CASE("several threads may count entries, look them up and walk them while updates wait") {
  for (int round = 0; round < 20; ++round) {
    auto a = matrix<int>::build(40, 40, {3, 7, 30}, {5, 7, 2}, {1, 2, 3}, plus<int>{}, exec);
    auto v = vector<int>::build(40, {3, 9}, {1, 2}, plus<int>{}, exec);
    a.set(7, 7, 20);
    a.set(8, 8, 30);
    a.remove(3, 5);
    auto const& shared = a;
    auto const& walked = v;
    std::vector<int> wrong(num_readers);
    read_at_once([&](int reader) {
      wrong[reader] += shared.nnz() != 3;
      wrong[reader] += !(shared.get(7, 7) == 20) + shared.get(3, 5).has_value() + !(shared.get(30, 2) == 3);
      if (reader % 2 == 0) wrong[reader] += shared.csr().nnz != 3;
      wrong[reader] += !(shared.get(8, 8) == 30);
      int sum = 0;
      for (auto [i, value] : walked.entries()) sum += value;
      wrong[reader] += sum != 3;
    });
    CHECK_EQ(wrong, std::vector<int>(num_readers));
  }
}
