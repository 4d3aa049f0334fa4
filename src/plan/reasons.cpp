// reasons.cpp - the reasons of a decision as text: what the rule of `auto` asked, with figures, answers, and the
// measurements behind each question. All of these: H200, y = A x in f32, from runs of bench_spmv; those of
// bench/results/h200 differ by a few per cent.
#include "src/plan/choose.hpp"
#include "src/plan/text_layout.hpp"

namespace heddle::detail {
namespace {

std::string lengths(tile_statistics const& s) {
  return sentence("mean row ", s.rows.mean_length, ", longest ", s.rows.max_length);
}
std::string spread(tile_statistics const& s) {
  return sentence(lengths(s), ", standard deviation ", s.rows.stddev_length);
}

// What decides a schedule, as plans and `heddle info` say it; of lines of rules the shape of the rows.
std::string shape_of(decision const& made) {
  switch (made.reasons.back().asked) {
    case question::short_rows:
      return "regular short rows";
    case question::equal_rows:
      return "many rows of nearly one length";
    case question::empty_rows:
      return "most rows are empty";
    case question::decided:
      return "one product may decide a row";
    case question::cheapest: {
      auto const& best = made.compared.front().expected;
      return sentence("cheapest by its estimate, ", best.us, " us, mostly ", best.parts.front().name);
    }
    case question::cheapest_dense:
      return sentence("cheapest by its estimate, ", made.compared.front().expected.us, " us");
    default:
      return "equal nonzeros a share";
  }
}

// Parts of at least a tenth of all.
std::string parts_of(estimate const& e) {
  std::string text;
  for (auto const& part : e.parts) {
    if (part.us >= 0.1 * e.us) text += sentence(text.empty() ? "" : ", ", part.name, ' ', part.us);
  }
  return text;
}

std::string named(candidate const& one, char const* between) {
  return sentence(one.chosen.text(), between, one.expected.us);
}

explanation::answered_question of_cheapest(decision const& made, facts const& known) {
  std::string others;
  for (std::size_t k = 1; k < min_of(made.compared.size(), std::size_t{4}); ++k) {
    others += (others.empty() ? "" : ", ") + named(made.compared[k], " ");
  }
  auto const& best = made.compared.front();
  return {"Which schedule should be fastest, of those that the call can have?", lengths(known.statistics),
          named(best, ", expected to take ") + " us",
          sentence("its parts are ", parts_of(best.expected), "; next are ", others)};
}

explanation::answered_question answer(reason const& r, decision const& made, facts const& known) {
  auto const& s = known.statistics;
  auto const& t = gpu_tuning;
  std::string const yes = r.yes ? "yes" : "no", up_to = sentence(", so up to ", r.items, " items"),
                    so = sentence(", so ", r.items, " items"),
                    shares_up_to = sentence(", so shares of up to ", r.items, " items");
  switch (r.asked) {
    case question::short_rows:
      return {
          "Are rows short and of nearly one length, columns not far (mean at most 8, deviation 0.1 of it, 50 % near)?",
          lengths(s), yes,
          "all lanes are busy, neighbours read neighbouring entries, and there is no table and no fix-up: 5-point "
          "grid of 67 M nonzeros 195 us, nonzero_split 207, merge_path 269; but of 8-byte values and more than "
          "16 M, shares by rows: an assignment problem of 20 M, transposed, 175 us on an H100 by threads, 147 by a "
          "scan, "
          "than which rows were faster wherever both ran; grid 294, 335, by rows 300"};
    case question::equal_rows:
      return {
          "Are nonzeros many, in rows of nearly one length up to 128, columns near (1 M, deviation 0.1, 75 % near)?",
          lengths(s), yes,
          "entries are copied first, then neighbouring rows gather neighbouring elements; up to 16 M nonzeros no "
          "row is cut, and the launch that would combine its parts is 2 of some 15 us: 27-point band of 2.7 M "
          "nonzeros 11.3 us, in groups of 2 lanes 12.5; of 108 M 228 us, merge_path 235; but an assignment problem of "
          "20 M, half of whose columns are far, 132 us on an H100, 97 by a scan"};
    case question::empty_rows:
      return {"Are most rows empty?", sentence(s.rows.empty_rows, " of ", s.tiles, " rows"), yes,
              "equal nonzeros could hand most rows to one core"};
    case question::any_rows:
      return {"Anything else: equal nonzeros a share.", lengths(s), yes,
              "cores get equal work whatever the rows, and long rows are cut; what is tiny is one share: 126 nonzeros "
              "in 1269 rows 2.3 us, a row a share 6.4"};
    case question::decided:
      return {"Can one product decide a sum?", "the monoid says so", "yes, so " + made.chosen.text(),
              "most rows are decided by their first entries, so rows are asked and not summed"};
    case question::cheapest:
      return of_cheapest(made, known);
    case question::cheapest_dense:
      return {"Which walk over a dense operand should be faster, a row or equal nonzeros to a group?",
              sentence(lengths(s), ", ", known.call.columns, " columns"),
              named(made.compared[0], ", expected to take ") + " us, " + named(made.compared[1], " "),
              "rows walked side by side gather the same rows of the dense operand, but wait for the longest: "
              "27-point stencil, 32 columns, 1092 us by rows, 1674 by equal nonzeros; rows of a power law 4904, 2034"};
    case question::by_entries:
      return {"Are rows of nearly one length, at most 256, columns not scattered, values of at most 8 bytes?",
              spread(s), r.yes ? sentence("yes, so by entries and shares of up to ", t.most_copied(), " items") : "no",
              "lanes that work on neighbouring rows gather neighbouring elements: 27-point stencil 233 us, 253 in the "
              "order of nonzeros; but finite elements, deviation 0.13 of the mean, 157, 130"};
    case question::by_scan:
      return {
          "Do rows differ in length (deviation at least 0.5 of the mean, under 92 % alike), are they long (256), or "
          "nonzeros few (1 M)?",
          sentence(spread(s), ", ", 100 * share_alike(s.rows), " % within two powers of two"),
          r.yes ? "yes, so by a segmented scan" : "no",
          "lanes that take a row each wait for the longest of theirs: R-MAT 16 17.7 us by a scan, 21.7 by rows; few "
          "shares need no second launch then; but geometric graphs, deviation 0.3 of the mean, 166, 154, and with "
          "16 M nonzeros and scattered columns, R-MAT 20, 219, 215; values of more than 8 bytes, and masked rows, "
          "are not scanned"};
    case question::host_share:
      return {"How long are shares?", sentence(r.counted, " items"), sentence(r.items, " items"),
              "a few hundred shares balance any number of cores; below 4096 items the loop around them begins to show"};
    case question::scattered:
      return {
          "Are columns scattered (under 25 % of sampled entries within 32 columns of one of the next 64)?",
          s.nearness < 0 ? "not known" : sentence(100 * s.nearness, " %"),
          r.yes          ? yes + shares_up_to
          : scattered(s) ? "yes, but a scan does not mind"
                         : "no",
          "gathers in flight are what counts then, and short shares leave registers for them: R-MAT 20 215 us, in "
          "f64 239, 248 with 2048 items; but rows with nearby columns 178 us, 105 with 2048, and scans of rows that "
          "differ want 2048 wherever columns lie"};
    case question::near:
      return {
          "Are rows regular (longest at most 1.5 times the mean, or deviation 0.15 of it), or columns near (70 %)?",
          spread(s), yes + shares_up_to,
          "little is gathered from afar then: finite elements 128 us with 4096 items, 142 with 2048; hubs 188, 182"};
    case question::uneven_end:
      return {sentence("Are there ", t.even_shares, " shares for each of ", t.multiprocessors, " multiprocessors?"),
              sentence(r.counted, " shares"), yes + up_to,
              "the last to run leave others idle: 2.8 M nonzeros with few long rows 30.3 us with 1024 items, 33.0 with "
              "2048; but a mesh with nearby columns 16.9, 13.6"};
    case question::staged:
      return {sentence("Do their products fit into ", t.staged_bytes / 1024, " KB of shared memory?"),
              sentence(known.call.value_bytes, " bytes a value"), yes + so,
              "more starves the first-level cache, which serves the gathers"};
    case question::few_shares:
      return {sentence("Are there ", t.fewest_shares, " shares for each of ", t.multiprocessors, " multiprocessors?"),
              sentence(r.counted, " shares"), yes + so, "small matrices leave multiprocessors idle otherwise"};
    default:
      return {
          sentence("Are shares of ", r.items, " items few enough to look back, as those of ", r.before, " are not?"),
          sentence(r.counted, " shares"), r.yes ? yes + so : yes,
          "a second launch costs more than long shares: R-MAT 17, 3.3 M nonzeros, 29.3 us with 4096 items, 34.6 with "
          "2048; but R-MAT 16, whose shares look back anyway, 21.6, 21.2"};
  }
}

}  // namespace

std::string reason_of(decision const& made, facts const& known) {
  bool const dense = made.reasons.back().asked == question::cheapest_dense;
  auto const columns = dense ? sentence(", ", known.call.columns, " columns") : std::string();
  return lengths(known.statistics) + columns + ": " + shape_of(made);
}

std::vector<explanation::answered_question> questions_of(decision const& made, facts const& known) {
  std::vector<explanation::answered_question> all;
  for (reason const& r : made.reasons) all.push_back(answer(r, made, known));
  return all;
}

}  // namespace heddle::detail
