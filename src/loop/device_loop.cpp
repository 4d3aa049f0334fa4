// device_loop.cpp - a loop of operations: tried, recorded where a GPU can run it by itself, else run by the host.
#include <algorithm>
#include <heddle/device_loop.hpp>

#include "src/loop/loop_graph.hpp"
#include "src/loop/loop_operands.hpp"
#include "src/loop/loop_recorder.hpp"

namespace heddle {

namespace {

constexpr std::size_t most_turns = 4;   // iterations after which swaps have come back
constexpr std::size_t most_graphs = 4;  // kept for operands in different places

}  // namespace

namespace detail {

class loop_state {
 public:
  loop_state(executor exec, loop_operands operands, std::function<void(loop_step&)> body, loop_condition condition,
             loop_options const& options)
      : exec_(std::move(exec)),
        operands_(std::move(operands)),
        body_(std::move(body)),
        condition_(std::move(condition)),
        options_(options),
        progress_(exec_, sizeof(loop_progress)),
        iteration_(scalar<std::int64_t>::adopt(exec_, &progress()->iterations)),
        memory_(exec_) {
    byte const zero = 0;
    primitives::fill(exec_, progress_.data(), progress_.size(), 1, &zero);
    check();
    keep_memory(all(), token_);
    why_ = exec_.is_host() ? "the loop is on the host" : with_cuda([&] { return gpu::recording_trouble(exec_); });
    try_body();
    if (why_.empty()) graph_for_operands();
  }

  std::string const& why() const { return why_; }

  loop_result run() {
    require_unrecorded(exec_, "recorded_loop::run");
    for (std::size_t i = 0; i < all().size(); ++i) require_size(i);
    require_forms(all(), forms_, " before a run");
    settle(all(), forms_);
    if (recorded_graph* const recorded = why_.empty() ? graph_for_operands() : nullptr) return run(*recorded);
    return run_by_host();
  }

 private:
  // A graph, and where the operands stand after each number of iterations, up to the one that brings them back.
  struct recorded_graph {
    std::vector<operand_places> turns;
    loop_recorder::kept_things kept;
    std::unique_ptr<loop_graph> graph;
  };

  operand_list const& all() const { return operands_.all; }
  loop_progress* progress() { return reinterpret_cast<loop_progress*>(progress_.data()); }

  void check() {
    if (options_.most_iterations < 0) {
      throw invalid_argument(
          concat("device_loop: most_iterations is ", options_.most_iterations, ", but must be 0 or more"));
    }
    if (!body_ || !condition_.judge) throw invalid_argument("device_loop: there is no body, or no condition");
    check_executor(condition_.exec, "the condition's");
    for (auto const& operand : all()) check_executor(executor_of(operand), "an operand's");
    for (auto const& operand : all()) sizes_.push_back(size_of(operand));
    forms_ = forms_of(all());
    settle(all(), forms_);
  }
  void check_executor(executor const& other, char const* whose) const {
    if (other == exec_) return;
    throw executor_mismatch(concat("device_loop: the loop is on ", exec_.description(), " but ", whose, " executor is ",
                                   other.description()));
  }
  void require_size(std::size_t i) const {
    if (size_of(all()[i]) == sizes_[i]) return;
    throw invalid_argument(
        concat("device_loop: operand ", i + 1, " had length ", sizes_[i], ", and now has ", size_of(all()[i])));
  }

  void run_body(body_run run, loop_recorder::kept_things& kept, loop_log& log) {
    operand_places const before = places_of(all());
    std::vector<void const*> writable;
    for (operand_place const& one : before) writable.push_back(one.values);
    loop_recorder const recorder(exec_, run, memory_, writable, kept, log);
    loop_step step(operands_, iteration_);
    body_(step);
    require_forms(all(), forms_, " after the body");
    require_permuted(all(), before);
    recorder.finish();
  }
  loop_log run_body(body_run run) {
    loop_recorder::kept_things none;
    loop_log log;
    run_body(run, none, log);
    return log;
  }
  void judge() { condition_.judge(&progress()->goes_on); }

  // Once for plans and forms; where a graph is to follow, once more for the memory that it needs, with lists.
  void try_body() {
    saved_operands saved(all(), forms_);
    operand_places const before = places_of(all());
    std::int64_t const none = 0;
    primitives::fill(exec_, &progress()->iterations, 1, sizeof none, &none);
    try {
      judge();
      auto const log = run_body(why_.empty() ? body_run::rehearsal : body_run::plain);
      if (why_.empty()) {
        // Other graphs were recorded with the lists that there are.
        if (graphs_.empty()) list_those_in(log.listed, options_.listed_from, all(), before, forms_);
        settle(all(), forms_);
        run_body(body_run::trial);
      }
    } catch (...) {
      saved.restore();
      throw;
    }
    saved.restore();
  }

  recorded_graph* graph_at(operand_places const& here) {
    auto const known = std::find_if(graphs_.begin(), graphs_.end(), [&](auto const& g) { return g.turns[0] == here; });
    return known == graphs_.end() ? nullptr : &*known;
  }

  // Null, and why, where the driver refuses. Matrices may have dropped plans since a graph was recorded, and a capture
  // can make none.
  recorded_graph* graph_for_operands() {
    if (auto* const known = graph_at(places_of(all()))) return known;
    if (!graphs_.empty()) try_body();
    operand_places const here = places_of(all());
    if (auto* const known = graph_at(here)) return known;
    recorded_graph recorded{{here}, {}, nullptr};
    loop_log first, log;
    auto const body = [&] {
      first = std::exchange(log, {});
      run_body(body_run::capture, recorded.kept, log);
    };
    auto const rewind = [&] {
      arrange(all(), recorded.turns.back());
      settle(all(), forms_);
    };
    auto const ends = [&](std::optional<std::size_t> node, char const* what) {
      require_same(first, log);
      if (node) refuse_other(log.operation_of(*node), what);
      operand_places const now = places_of(all());
      if (now == here) return true;
      recorded.turns.push_back(now);
      if (recorded.turns.size() <= most_turns) return false;
      throw invalid_argument(concat("device_loop: after ", most_turns,
                                    " iterations, swaps have not brought the operands back to where they were"));
    };
    try {
      recorded.graph = with_cuda([&] {
        return gpu::record_loop({exec_, options_.most_iterations, progress(), [this] { judge(); }, condition_.compared,
                                 body, rewind, ends});
      });
    } catch (cuda_error const& refused) {
      why_ = concat("the driver refuses the recorded loop: ", refused.what());
    } catch (...) {
      arrange(all(), here);
      settle(all(), forms_);
      throw;
    }
    arrange(all(), here);
    settle(all(), forms_);
    if (!recorded.graph) return nullptr;
    if (graphs_.size() == most_graphs) graphs_.erase(graphs_.begin());
    graphs_.push_back(std::move(recorded));
    return &graphs_.back();
  }

  loop_result run(recorded_graph& recorded) {
    recorded.graph->launch();
    auto const done = read_progress();
    arrange(all(), recorded.turns[static_cast<std::size_t>(done.iterations) % recorded.turns.size()]);
    settle(all(), forms_);
    return {done.iterations, done.goes_on != 0};
  }

  loop_result run_by_host() {
    saved_operands saved(all(), forms_);
    loop_result result;
    try {
      for (;; ++result.iterations) {
        judge();
        result.limited = read_progress().goes_on != 0;
        if (!result.limited || result.iterations == options_.most_iterations) return result;
        primitives::fill(exec_, &progress()->iterations, 1, sizeof result.iterations, &result.iterations);
        run_body(body_run::plain);
      }
    } catch (...) {
      saved.restore();
      throw;
    }
  }

  loop_progress read_progress() const {
    loop_progress here;
    copy_bytes(executor{}, &here, exec_, progress_.data(), sizeof here);
    return here;
  }

  executor exec_;
  loop_operands operands_;
  std::function<void(loop_step&)> body_;
  loop_condition condition_;
  loop_options options_;
  buffer<byte> progress_;
  scalar<std::int64_t> const iteration_;  // in progress_
  arena memory_;
  std::vector<size_type> sizes_;
  loop_forms forms_;
  std::string why_;
  std::vector<recorded_graph> graphs_;
  std::shared_ptr<void const> const token_ = std::make_shared<char>();  // operands keep their memory for it
};

}  // namespace detail

void loop_step::exchange(detail::loop_operand a, detail::loop_operand b) const {
  auto const& all = operands_.all;
  for (auto const& one : {a, b}) {
    if (std::find(all.begin(), all.end(), one) == all.end()) {
      throw invalid_argument("device_loop: swap of a vector that is not among the loop's operands");
    }
  }
  if (detail::size_of(a) != detail::size_of(b)) {
    throw invalid_argument(
        detail::concat("device_loop: swap of vectors of length ", detail::size_of(a), " and ", detail::size_of(b)));
  }
  if (detail::form_of(a) != detail::form_of(b)) {
    throw invalid_argument("device_loop: swap of a dense vector and one that lacks entries");
  }
  std::visit([&]<class Operand>(Operand* one) { std::swap(*one, *std::get<Operand*>(b)); }, a);
}

recorded_loop::recorded_loop(std::unique_ptr<detail::loop_state> state) : state_(std::move(state)) {}
recorded_loop::recorded_loop(recorded_loop&&) noexcept = default;
recorded_loop& recorded_loop::operator=(recorded_loop&&) noexcept = default;
recorded_loop::~recorded_loop() = default;

loop_result recorded_loop::run() { return state_->run(); }
bool recorded_loop::on_device() const { return state_->why().empty(); }
std::string const& recorded_loop::why() const { return state_->why(); }

recorded_loop device_loop(executor const& exec, loop_operands operands, std::function<void(loop_step&)> body,
                          loop_condition condition, loop_options const& options) {
  return recorded_loop(
      std::make_unique<detail::loop_state>(exec, std::move(operands), std::move(body), std::move(condition), options));
}

}  // namespace heddle
