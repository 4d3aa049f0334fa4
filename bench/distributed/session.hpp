// session.hpp - one graph on one executor and dealt out to ranks: every work is done by both, compared, then timed.
#pragma once
#include <algorithm>
#include <cmath>
#include <heddle/algorithms/bfs.hpp>
#include <heddle/algorithms/connected_components.hpp>
#include <heddle/algorithms/sssp.hpp>
#include <heddle/distributed/distributed.hpp>
#include <heddle/io/generators.hpp>
#include <iostream>

#include "bench/distributed/request.hpp"
#include "src/measure/times.hpp"

namespace heddle::bench {

template <class Offset> class ranks_session {
 public:
  ranks_session(ranks_graph const& graph, ranks_request const& asked, report& into)
      : graph_(graph), asked_(asked), into_(into), one_(made()), many_(dealt()) {
    find_hub();
    std::cerr << graph_.text << ": " << one_.nnz() << " entries, made in " << made_s_ << " s, dealt out in " << dealt_s_
              << " s\n";
  }

  void run() {
    if (wants("spmv")) multiply();
    if (wants("mxm")) multiply_dense();
    if (wants("pagerank")) rank();
    if (wants("bfs")) search();
    if (wants("components")) find_components();
    if constexpr (std::is_same_v<Offset, std::int32_t>) {
      if (wants("sssp")) find_paths();
    } else if (wants("sssp")) {
      std::cerr << graph_.text << ": sssp is left out, of float it takes offsets of 32 bits\n";
    }
  }

 private:
  using whole = matrix<float, std::int32_t, Offset>;
  using parts = distributed::matrix<float, std::int32_t, Offset>;

  bool wants(char const* work) const {
    return std::find(asked_.works.begin(), asked_.works.end(), work) != asked_.works.end();
  }

  whole made() {
    measure::stopwatch const watch;
    io::generate_options options;
    if (asked_.weights) options.weights = io::weight_options{};
    auto a = io::generate_matrix<float, std::int32_t, Offset>(graph_.generator, graph_.values, asked_.one, options);
    asked_.one.wait();
    made_s_ = 1e-3 * watch.elapsed_ms();
    return a;
  }
  parts dealt() {
    measure::stopwatch const watch;
    auto result = parts::dealt(one_, asked_.ranks);
    wait_for_ranks();
    dealt_s_ = 1e-3 * watch.elapsed_ms();
    return result;
  }
  void wait_for_ranks() const {
    asked_.ranks.run([](distributed::member& m) { m.exec().wait(); });
  }

  // The vertex of most entries.
  void find_hub() {
    auto const offsets = storage_of(one_).csr().offsets.to_host();
    for (size_type v = 0; v < one_.rows(); ++v) {
      auto const at = static_cast<std::size_t>(v), hub = static_cast<std::size_t>(hub_);
      if (offsets[at + 1] - offsets[at] > offsets[hub + 1] - offsets[hub]) hub_ = v;
    }
  }

  // Median of calls, of which so many are made before one waits: what comes back to the host anyhow waits itself.
  template <class Call, class Wait> double time_ms(int in_a_row, Call const& call, Wait const& wait) const {
    std::vector<double> times;
    measure::stopwatch const total;
    do {
      measure::stopwatch const watch;
      for (int k = 0; k < in_a_row; ++k) call();
      wait();
      times.push_back(watch.elapsed_ms() / in_a_row);
    } while (static_cast<size_type>(times.size()) < asked_.repeat && total.elapsed_ms() < asked_.budget_ms);
    return measure::median(std::move(times));
  }

  struct measured {
    double one_ms = 0, ranks_ms = 0, first_ms = 0;
    size_type steps = 0;
    std::string wrong, ran_as = {};
  };

  // same(what one() gave, what many() gave) is empty, or says what differs. A work that throws is told of.
  template <class One, class Many, class Same>
  measured try_both(int in_a_row, One const& one, Many const& many, Same const& same) const {
    measured result;
    try {
      auto const expected = one();
      asked_.one.wait();
      measure::stopwatch const first;
      auto const found = many();
      wait_for_ranks();
      result.first_ms = first.elapsed_ms();
      result.wrong = same(expected, found);
      result.steps = steps_of(found);
      if constexpr (requires { found.ran_as; }) result.ran_as = found.ran_as;
      result.one_ms = time_ms(in_a_row, one, [&] { asked_.one.wait(); });
      result.ranks_ms = time_ms(in_a_row, many, [&] { wait_for_ranks(); });
    } catch (std::exception const& error) { result.wrong = error.what(); }
    return result;
  }
  bool is_late(std::string const& work) const {
    if (asked_.is_late()) std::cerr << graph_.text << ": " << work << " is left out, there is no time for it\n";
    return asked_.is_late();
  }
  void add(char const* work, std::string const& from, measured const& result) {
    into_.add({{"graph", graph_.text},
               {"rows", one_.rows()},
               {"nnz", one_.nnz()},
               {"work", work},
               {"from", from},
               {"ranks", asked_.ranks.ranks()},
               {"one_ms", result.one_ms},
               {"ranks_ms", result.ranks_ms},
               {"ratio", result.ranks_ms > 0 ? result.one_ms / result.ranks_ms : 0},
               {"first_ms", result.first_ms},
               {"steps", result.steps},
               {"ran_as", result.ran_as},
               {"made_s", made_s_},
               {"dealt_s", dealt_s_},
               {"verified", result.wrong.empty()},
               {"wrong", result.wrong}});
  }
  template <class One, class Many, class Same>
  void compare(char const* work, std::string const& from, int in_a_row, One const& one, Many const& many,
               Same const& same) {
    if (!is_late(work)) add(work, from, try_both(in_a_row, one, many, same));
  }

  template <class Found> static size_type steps_of(Found const& found) {
    if constexpr (requires { found.depth; }) return found.depth;
    if constexpr (requires { found.iterations; }) return found.iterations;
    if constexpr (requires { found.rounds; }) return found.rounds;
    return 1;
  }

  template <class T, class I> static std::vector<T> all_of(vector<T, I> const& v, T missing) {
    return v.to_dense(missing);
  }
  template <class T, class I> static std::vector<T> all_of(distributed::vector<T, I> const& v, T missing) {
    return v.gather_to(0)->to_dense(missing);
  }
  static std::string differ(char const* what, std::size_t at) { return detail::concat(what, " of ", at, " differs"); }
  template <class A, class B, class T>
  static std::string same_values(char const* what, A const& a, B const& b, T missing) {
    auto const x = all_of(a, missing), y = all_of(b, missing);
    auto const at = std::mismatch(x.begin(), x.end(), y.begin(), y.end()).first;
    return at == x.end() && x.size() == y.size() ? "" : differ(what, static_cast<std::size_t>(at - x.begin()));
  }
  // Sums of at least 0, which both round in an order of their own.
  static std::string near(char const* what, float const* x, float const* y, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!(std::abs(x[i] - y[i]) <= 1e-4F * std::abs(x[i]))) return differ(what, i);
    }
    return "";
  }

  void multiply() {
    std::vector<float> values(static_cast<std::size_t>(one_.cols()));
    for (std::size_t j = 0; j < values.size(); ++j) values[j] = static_cast<float>(1 + j % 7);
    auto const host_x = vector<float>::dense(values, executor{});
    auto const x = host_x.to(asked_.one);
    auto const ranks_x = distributed::vector<float>::dealt(host_x, many_.dealt_by(), asked_.ranks);
    vector<float> y(one_.rows(), asked_.one);
    distributed::vector<float> ranks_y(many_.dealt_by(), asked_.ranks);
    compare(
        "spmv", "", 10, [&] { return spmv(y, 1, one_, x, 0), true; },
        [&] { return spmv(ranks_y, 1, many_, ranks_x, 0), true; },
        [&](bool, bool) {
          auto const a = all_of(y, -1.F), b = all_of(ranks_y, -1.F);
          return near("y", a.data(), b.data(), a.size());
        });
  }

  void multiply_dense() {
    size_type const n = one_.cols(), columns = asked_.columns;
    dense_matrix<float> host_b(n, columns, executor{});
    float* const values = host_b.data();
    for (size_type k = 0; k < n * columns; ++k) {
      values[k] = static_cast<float>((static_cast<std::uint32_t>(k) * 2654435761U) >> 29);
    }
    auto const b = host_b.to(asked_.one);
    auto const ranks_b = distributed::dense_matrix<float>::dealt(host_b, many_.dealt_by(), asked_.ranks);
    dense_matrix<float> c(one_.rows(), columns, asked_.one);
    distributed::dense_matrix<float> ranks_c(many_.dealt_by(), columns, asked_.ranks);
    compare(
        "mxm", detail::concat(columns, " columns"), 3, [&] { return mxm(c, plus_times<float>{}, one_, b), true; },
        [&] { return mxm(ranks_c, plus_times<float>{}, many_, ranks_b), true; },
        [&](bool, bool) {
          auto const whole_c = c.to(executor{});
          auto const gathered = ranks_c.gather_to(0);
          return near("element", whole_c.data(), gathered->data(), static_cast<std::size_t>(n * columns));
        });
  }

  void rank() {
    compare(
        "pagerank", "", 1, [&] { return pagerank(one_); }, [&] { return pagerank(many_); },
        [](auto const& a, auto const& b) -> std::string {
          auto const x = all_of(a.ranks, -1.0), y = all_of(b.ranks, -1.0);
          double apart = 0;
          for (std::size_t v = 0; v < x.size(); ++v) apart += std::abs(x[v] - y[v]);
          return apart < 1e-9 ? "" : detail::concat("ranks are ", apart, " apart");
        });
  }

  // Both find levels and parents.
  void search() {
    if (is_late("bfs")) return;
    add("bfs", "hub", search_from(hub_));
    auto const levels = bfs(one_, hub_).levels.to_dense(-1);
    std::vector<measured> found;
    for (std::uint64_t draw = 1; static_cast<size_type>(found.size()) < asked_.sources && !is_late("bfs");) {
      draw = draw * 6364136223846793005ULL + 1442695040888963407ULL;
      auto const v = static_cast<std::size_t>((draw >> 33) % levels.size());
      if (levels[v] >= 0) found.push_back(search_from(static_cast<size_type>(v)));
    }
    if (!found.empty()) add("bfs", detail::concat(found.size(), " random"), middle_of(found));
  }
  measured search_from(size_type source) const {
    return try_both(
        1, [&] { return bfs(one_, source, {.parents = true}); }, [&] { return bfs(many_, source, asked_.searches); },
        [](auto const& a, auto const& b) {
          auto const wrong = same_values("the level", a.levels, b.levels, -1);
          return wrong.empty() ? same_values("the parent", a.parents, b.parents, -1) : wrong;
        });
  }
  // Medians, and the first that is wrong.
  static measured middle_of(std::vector<measured> const& all) {
    auto const median_of = [&](auto const member) {
      std::vector<double> values;
      for (auto const& each : all) values.push_back(static_cast<double>(each.*member));
      return measure::median(std::move(values));
    };
    measured result{median_of(&measured::one_ms),
                    median_of(&measured::ranks_ms),
                    median_of(&measured::first_ms),
                    static_cast<size_type>(median_of(&measured::steps)),
                    "",
                    all.front().ran_as};
    for (auto const& each : all) {
      if (result.wrong.empty()) result.wrong = each.wrong;
    }
    return result;
  }

  void find_components() {
    compare(
        "components", "", 1, [&] { return connected_components(one_); }, [&] { return connected_components(many_); },
        [](auto const& a, auto const& b) { return same_values("the label", a.labels, b.labels, -1); });
  }

  void find_paths() {
    compare(
        "sssp", "hub", 1, [&] { return sssp(one_, hub_); }, [&] { return sssp(many_, hub_, asked_.searches); },
        [](auto const& a, auto const& b) { return same_values("the distance", a.distances, b.distances, -1.F); });
  }

  ranks_graph graph_;
  ranks_request const& asked_;
  report& into_;
  double made_s_ = 0, dealt_s_ = 0;
  whole one_;
  parts many_;
  size_type hub_ = 0;
};

}  // namespace heddle::bench
