// ranks.cpp - bench_large over several GPUs: a pattern that may fit none of them alone. Each draws its own rows, and
// counts their entries by 32 bits where these do.
#include <algorithm>
#include <cmath>
#include <heddle/distributed/distributed.hpp>

#include "bench/large/rules.hpp"
#include "bench/large/stages.hpp"

namespace heddle::bench {
namespace {

template <class Offset> using large_parts = distributed::matrix<double, std::int32_t, Offset>;

template <class T> std::vector<T> on_host(distributed::vector<T> const& v, T missing) {
  return v.gather_to(0)->to_dense(missing);
}
// What rules ask of a graph.
template <class Offset> struct asked_parts {
  large_parts<Offset> const& parts;
  size_type rows() const { return parts.rows(); }
};

template <class Offset, class SR, class T>
std::vector<T> product(asked_parts<Offset> const& a, SR const& over, std::vector<T> const& of_vertex, T missing) {
  auto const& [parts] = a;
  distributed::vector<T> w(parts.dealt_by(), parts.ranks());
  auto const u = vector<T>::dense(of_vertex, executor{});
  mxv(w, over, parts, distributed::vector<T>::dealt(u, parts.dealt_by(), parts.ranks()));
  return on_host(w, missing);
}
template <class Offset>
std::vector<std::int32_t> least_beside(asked_parts<Offset> const& a, std::vector<std::int32_t> const& of_vertex,
                                       std::int32_t none) {
  return product(a, min_second<std::int32_t>{}, of_vertex, none);
}
template <class Offset>
std::vector<double> sums_beside(asked_parts<Offset> const& a, std::vector<double> const& of_vertex) {
  return product(a, plus_second<double>{}, of_vertex, 0.0);
}
template <class Offset> std::vector<double> degrees_of(asked_parts<Offset> const& a) {
  return sums_beside(a, std::vector<double>(static_cast<std::size_t>(a.rows()), 1.0));
}

template <class Offset> class ranks_session {
  using parts_type = large_parts<Offset>;
  using asked_type = asked_parts<Offset>;

 public:
  ranks_session(large_request const& asked, distributed::group ranks, program const& app, report& into)
      : asked_(asked), ranks_(std::move(ranks)), stages_(asked, ranks_.ranks(), into, app) {}

  /// Whether everything was right. Nothing where a rank has more entries than its offsets count.
  std::optional<bool> run() {
    std::optional<parts_type> drawn;
    bool overflows = false;
    stages_.add("generate", [&](stage_result& m) {
      io::generator_values const values{
          {"scale", asked_.scale}, {"edge_factor", asked_.edge_factor}, {"seed", asked_.seed}};
      io::generate_options const options{.key_bytes = static_cast<size_type>(asked_.key_gb * 1e9)};
      try {
        m.seconds = time(1, [&] {
          drawn = distributed::generate<double, std::int32_t, Offset>(asked_.generator, values, ranks_, options);
        });
      } catch (index_overflow const&) {
        if constexpr (sizeof(Offset) == sizeof(std::int64_t)) throw;
        overflows = true;
        m.ran_as = "a rank has more entries than offsets of 32 bits count";
        return;
      }
      stages_.nnz = m.entries = drawn->nnz();
      m.ran_as = detail::concat("offsets of ", 8 * sizeof(Offset), " bits");
    });
    if (overflows) return std::nullopt;
    if (!drawn) return false;
    answers(*drawn);
    return stages_.all_right();
  }

 private:
  void answers(parts_type const& a) {
    std::vector<double> degrees;
    stages_.add("mxv with ones", [&](stage_result& m) {
      auto const x = distributed::vector<double>::filled(a.dealt_by(), 1, ranks_);
      distributed::vector<double> y(a.dealt_by(), ranks_);
      m.seconds = time(asked_.repetitions, [&] { mxv(y, plus_times<double>{}, a, x); });
      m.entries = stages_.nnz;
      degrees = on_host(y, 0.0);
      double sum = 0;
      for (double const degree : degrees) sum += degree;
      if (sum != static_cast<double>(stages_.nnz)) m.wrong = detail::concat("degrees sum to ", sum);
    });
    if (degrees.empty()) return;
    std::vector<std::int32_t> labels;
    stages_.add("components", [&](stage_result& m) {
      std::optional<distributed::components_result<std::int32_t>> found;
      m.seconds = time(asked_.repetitions, [&] { found = connected_components(a); });
      m.entries = stages_.nnz;
      m.steps = found->count;
      labels = on_host(found->labels, -1);
      // That what has one label hangs together is told of the source's, by levels.
      m.wrong = wrong_roots(labels, least_beside(asked_type{a}, labels, static_cast<std::int32_t>(a.rows())));
    });
    auto const hub = static_cast<size_type>(std::max_element(degrees.begin(), degrees.end()) - degrees.begin());
    stages_.add("bfs with parents, from the hub", [&](stage_result& m) {
      std::optional<distributed::bfs_result<std::int32_t>> found;
      distributed::search_options options{.stepwise = asked_.stepwise};
      if (asked_.among_ranks) options.does_all = distributed::first_rank::never;
      m.seconds = time(asked_.repetitions, [&] { found = bfs(a, hub, options); });
      m.steps = found->depth + 1;
      m.ran_as = found->ran_as;
      auto const levels = on_host(found->levels, -1);
      double entries = 0;
      for (std::size_t v = 0; v < levels.size(); ++v) entries += levels[v] >= 0 ? degrees[v] : 0;
      m.entries = static_cast<size_type>(entries) / 2;
      m.wrong = wrong_levels(asked_type{a}, hub, levels, labels);
    });
    stages_.add("pagerank", [&](stage_result& m) {
      pagerank_options const options;
      std::optional<distributed::pagerank_result<std::int32_t>> found;
      m.seconds = time(1, [&] { found = pagerank(a, options); });
      m.entries = found->iterations * stages_.nnz;
      m.steps = found->iterations;
      m.wrong =
          found->converged ? wrong_ranks(asked_type{a}, on_host(found->ranks, 0.0), options) : "ranks: not converged";
    });
  }

  template <class Call> double time(int runs, Call const& call) const {
    return least_seconds(runs, call, [&] { ranks_.run([](distributed::member& m) { m.exec().wait(); }); });
  }

  large_request const& asked_;
  distributed::group ranks_;
  stages stages_;
};

}  // namespace

bool run_over_ranks(large_request const& asked, program& app) {
  bool const on_gpus = !asked.gpus.empty();
  auto const ranks = on_gpus ? distributed::group::of_devices(asked.gpus) : distributed::group::of_threads(asked.ranks);
  auto& table = app.begin(on_gpus ? cuda_executor(asked.gpus.front()) : host_executor());
  table.about()["ranks"] = detail::concat(ranks.ranks(), on_gpus ? " GPUs" : " threads");
  // Each edge is listed twice; what is drawn more than once is dropped.
  double const entries = std::exp2(asked.scale + 1) * asked.edge_factor;
  if (!asked.wide && entries / ranks.ranks() <= 0x1p31) {
    if (auto const right = ranks_session<std::int32_t>(asked, ranks, app, table).run()) return *right;
  }
  return ranks_session<std::int64_t>(asked, ranks, app, table).run().value();
}

}  // namespace heddle::bench
