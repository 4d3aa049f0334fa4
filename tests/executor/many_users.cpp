// many_users.cpp - several threads of a user call operations at the same time, with const operands that they share, on
// one executor and on one each. ./dev sanitize runs it under the thread sanitizer.
#include <atomic>
#include <exception>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/pagerank.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/algorithms/triangle_count.hpp>
#include <heddle/io/files.hpp>
#include <heddle/io/generators.hpp>
#include <heddle/io/load.hpp>
#include <heddle/io/save.hpp>
#include <heddle/ops/apply/apply.hpp>
#include <heddle/ops/ewise/ewise.hpp>
#include <heddle/ops/extract/extract.hpp>
#include <heddle/ops/mxm/mxm.hpp>
#include <heddle/ops/mxv/mxv.hpp>
#include <heddle/ops/reduce/reduce.hpp>
#include <heddle/ops/select/select.hpp>
#include <heddle/ops/transpose/transpose.hpp>
#include <heddle/ops/vxm/vxm.hpp>
#include <heddle/semirings/semirings.hpp>
#include <sstream>
#include <thread>

#include "tests/io/temporary_folder.hpp"
#include "tests/support/executors.hpp"

using namespace heddle;
using namespace heddle::schedules;

using namespace heddle::seam;
using namespace heddle::testing;

namespace {

constexpr int num_users = 4;

/// use(user) by all users at once; what one of them throws fails the test.
template <class Use> void at_once(Use const& use) {
  std::atomic<int> waiting{num_users};
  std::vector<std::exception_ptr> thrown(num_users);
  std::vector<std::thread> users;
  for (int user = 0; user < num_users; ++user) {
    users.emplace_back([&, user] {
      for (--waiting; waiting > 0;) std::this_thread::yield();
      try {
        use(user);
      } catch (...) { thrown[user] = std::current_exception(); }
    });
  }
  for (std::thread& user : users) user.join();
  for (auto const& exception : thrown) {
    if (exception) std::rethrow_exception(exception);
  }
}

/// The operands that all share; nothing but them has been computed yet.
struct operands {
  matrix<double> a;
  vector<double> sparse, full;
};

io::coordinates<double> graph_entries() {
  auto entries = io::power_law<double>({.n = 600, .degree = 6});
  io::add_weights(entries, {.low = 1, .high = 9});
  return entries;
}

operands make_operands(executor const& exec) {
  static auto const entries = graph_entries();
  auto a = io::to_matrix(entries, plus<double>{}, exec);
  a.set(599, 0, 2.0);  // is merged by whoever asks first
  auto sparse = vector<double>::build(600, {500, 3, 77}, {1, 2, 3}, plus<double>{}, exec);
  sparse.set(9, 4.0);
  return {std::move(a), std::move(sparse), vector<double>::filled(600, 0.5, exec)};
}

std::string text_of(vector<double> const& v) {
  std::ostringstream text;
  auto const t = v.tuples();
  for (std::size_t k = 0; k < t.index.size(); ++k) text << t.index[k] << ' ' << t.value[k] << '\n';
  return text.str();
}
std::string text_of(matrix<double> const& a) {
  std::ostringstream text;
  auto const t = a.tuples();
  for (std::size_t k = 0; k < t.row.size(); ++k) text << t.row[k] << ' ' << t.col[k] << ' ' << t.value[k] << '\n';
  return text.str();
}

using computation = std::string (*)(operands const&, executor const&);

// Every one of them asks `in` for something that is made late and kept: a transpose, statistics, plans, other forms.
computation const computations[] = {
    [](operands const& in, executor const& exec) {
      vector<double> w(600, exec), out(600, exec);
      mxv(w, plus_times<double>{}, in.a, in.full);
      mxv(out, structure(w), plus<double>{}, min_plus<double>{}, transpose(in.a), in.sparse);
      return text_of(w) + text_of(out);
    },
    [](operands const& in, executor const& exec) {
      vector<double> w(600, exec), out(600, exec);
      vxm(w, min_plus<double>{}, in.sparse, in.a);
      vxm(out, complement(structure(w)), no_accum, plus_times<double>{}, in.full, transpose(in.a),
          {.schedule = merge_path{}});
      return text_of(w) + text_of(out);
    },
    [](operands const& in, executor const& exec) {
      matrix<double> c(600, 600, exec), d(600, 600, exec);
      mxm(c, plus_times<double>{}, in.a, in.a);
      mxm(d, structure(in.a), no_accum, plus_times<double>{}, in.a, transpose(in.a));
      return text_of(c) + text_of(d);
    },
    [](operands const& in, executor const& exec) {
      matrix<double> c(600, 600, exec), d(600, 600, exec);
      vector<double> w(600, exec);
      ewise_add(c, minus<double>{}, in.a, transpose(in.a));
      ewise_mult(d, times<double>{}, in.a, in.a);
      ewise_add(w, plus<double>{}, in.sparse, in.full);
      return text_of(c) + text_of(d) + text_of(w);
    },
    [](operands const& in, executor const& exec) {
      vector<double> by_row(600, exec), by_column(600, exec);
      reduce(by_row, plus_monoid<double>{}, in.a);
      reduce(by_column, max_monoid<double>{}, transpose(in.a));
      return text_of(by_row) + text_of(by_column) + std::to_string(reduce(plus_monoid<double>{}, in.a)) +
             std::to_string(reduce(min_monoid<double>{}, in.sparse));
    },
    [](operands const& in, executor const& exec) {
      matrix<double> lower(600, 600, exec), part(3, 3, exec), turned(600, 600, exec);
      select(lower, tril{}, in.a, -1);
      extract(part, in.a, {1, 2, 3}, {0, 5, 77});
      transpose(turned, in.a);
      return text_of(lower) + text_of(part) + text_of(turned);
    },
    [](operands const& in, executor const&) {
      auto const found = bfs(in.a, 1, {.parents = true});
      auto const looped = bfs(in.a, 1, {.method = traversal_method::loop});
      std::ostringstream text;
      text << found.reached << ' ' << found.depth << ' ' << looped.reached << ' ' << looped.depth;
      return text.str();
    },
    [](operands const& in, executor const&) {
      auto const found = sssp(in.a, 1);
      return text_of(found.distances) + text_of(sssp(in.a, 1, {.method = traversal_method::loop}).distances);
    },
    [](operands const& in, executor const&) {
      return std::to_string(triangle_count(in.a)) + ' ' + std::to_string(connected_components(in.a).count) + ' ' +
             std::to_string(pagerank(in.a).iterations);
    },
    [](operands const& in, executor const&) {
      std::stringstream bytes;
      save(in.a, bytes);
      return text_of(load<matrix<double>>(bytes));
    },
    [](operands const& in, executor const&) {
      temporary_folder folder;
      auto tuples = in.a.tuples();
      io::write(folder.file("a.mtx.gz"), io::coordinates<double>{600, 600, tuples.row, tuples.col, tuples.value});
      auto const read = io::read<double>(folder.file("a.mtx.gz"));
      return text_of(io::to_matrix(read, plus<double>{}));
    },
    [](operands const&, executor const& exec) {
      auto const entries = io::rmat<double>({.scale = 7, .edge_factor = 4});
      return text_of(io::to_matrix(entries, plus<double>{}, exec));
    },
};

constexpr auto num_computations = static_cast<int>(std::size(computations));

/// executor_of(user) is the one on which a user computes; all share operands of `exec`.
template <class Of> void expect_same(executor const& exec, Of const& executor_of) {
  std::vector<std::string> expected;
  for (auto const& compute : computations) expected.push_back(compute(make_operands(exec), exec));
  for (int round = 0; round < num_computations; ++round) {
    operands const shared = make_operands(exec);
    std::vector<std::string> found(num_users), again(num_users);
    at_once([&](int user) {
      // All the same in even rounds, and different ones in odd rounds.
      int const which = (round + (round % 2) * user * 3) % num_computations;
      found[user] = computations[which](shared, executor_of(user));
      again[user] = computations[(which + 1 + user) % num_computations](shared, executor_of(user));
    });
    for (int user = 0; user < num_users; ++user) {
      CAPTURE(round);
      CAPTURE(user);
      int const which = (round + (round % 2) * user * 3) % num_computations;
      bool const first = found[user] == expected[which];
      bool const second = again[user] == expected[(which + 1 + user) % num_computations];
      CHECK(first);
      CHECK(second);
    }
  }
}

}  // namespace

TEST_CASE("several threads of a user compute on one host executor with operands that they share") {
  executor const exec = host_executor(3);
  expect_same(exec, [&](int) { return exec; });
}

TEST_CASE("several threads of a user compute on a host executor each with operands that they share") {
  expect_same(host_executor(2), [](int user) { return host_executor(1 + user); });
}

TEST_CASE("several threads of a user compute with operands of their own at the same time") {
  std::vector<std::string> expected;
  for (auto const& compute : computations)
    expected.push_back(compute(make_operands(host_executor(1)), host_executor(1)));
  std::vector<int> wrong(num_users);
  at_once([&](int user) {
    executor const own = host_executor(1 + user % 3);
    for (int which = 0; which < num_computations; ++which) {
      wrong[user] += computations[which](make_operands(own), own) != expected[which];
    }
  });
  CHECK(wrong == std::vector<int>(num_users));
}
