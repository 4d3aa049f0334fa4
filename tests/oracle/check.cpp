// check.cpp - cases on which a mistake shows: drawn again until they do, counted, compared with SuiteSparse:GraphBLAS.
#include "tests/oracle/check.hpp"

#include <doctest/doctest.h>

#include <iomanip>

namespace heddle::testing {

namespace {

using graphblas::mistake;
using graphblas::question;

/// NaN, of which SuiteSparse has another meaning, or -0, which it takes for 0.
bool has_doubtful(entries const& e) {
  return is_real(e.type) && with_type(e.type, [&]<class T>(T) {
           raw_value const minus_zero = to_raw(T(-0.0f));
           for (raw_value const v : e.value) {
             float const value = static_cast<float>(from_raw<T>(v));
             if (v == minus_zero || value != value) return true;
           }
           return false;
         });
}

bool is_commutative(op_code op, type_code t) {
  if (op == op_code::minus) return t == type_code::boolean;  // exclusive or
  return op != op_code::first && op != op_code::second;
}

/// What the operation finds in its output.
entries output_before(drawn_case const& c) {
  entries w = c.w;
  operation const what = c.family->what;
  if (!writes_into(what) && what != operation::apply_index && what != operation::spmv) w.row.clear(), w.value.clear();
  return w;
}

/// What mistakes would show in a case; absent: the mistake cannot be made.
struct findings {
  bool usable = true, changed = false;
  std::optional<bool> sums_two, mask, replace, complement, accumulator, swap;

  bool telling() const {
    for (auto const& f : {sums_two, mask, replace, complement, accumulator, swap}) {
      if (f && !*f) return false;
    }
    return changed;
  }
};

findings look_into(drawn_case const& c, question const& asked, entries const& expected) {
  findings f;
  auto const shows = [&](mistake m) { return !(asked.answer(m) == expected); };
  f.usable = !has_doubtful(expected);
  if (!f.usable) return f;
  entries const before = output_before(c);
  f.changed = !(expected.row == before.row && expected.col == before.col && expected.value == before.value);
  if (is_product(c.family->what)) f.sums_two = asked.sums_two();
  if (!writes_into(c.family->what)) return f;
  if (c.accum != op_code::none) {
    entries const plain = asked.answer(mistake::accumulator_ignored);
    f.usable = !has_doubtful(plain);
    f.accumulator = !(plain == expected);
    if (!is_commutative(c.accum, c.family->w)) f.swap = shows(mistake::operands_swapped);
  }
  if (c.kind == mask_kind::none) return f;
  entries const open = asked.answer(mistake::mask_ignored);
  f.usable = f.usable && !has_doubtful(open);
  f.mask = !(open == expected);
  if (c.replace) f.replace = shows(mistake::replace_ignored);
  if (c.kind == mask_kind::complement || c.kind == mask_kind::structural_complement) {
    f.complement = shows(mistake::complement_lost);
  }
  return f;
}

/// Products of two entries, of which an expansion makes all.
std::size_t products_of(drawn_case const& c) {
  auto const& inner_of_b = c.transpose_b ? c.b.col : c.b.row;
  auto const& inner_of_a = c.transpose_a ? c.a.row : c.a.col;
  std::vector<std::size_t> lengths(static_cast<std::size_t>(c.transpose_b ? c.b.cols : c.b.rows), 0);
  for (std::int64_t const k : inner_of_b) ++lengths[static_cast<std::size_t>(k)];
  std::size_t products = 0;
  for (std::int64_t const k : inner_of_a) products += lengths[static_cast<std::size_t>(k)];
  return products;
}

void count_methods(tally& t, drawn_case const& c) {
  bool const open = c.kind == mask_kind::value || c.kind == mask_kind::structural;
  bool const few = open && 16 * c.mask.size() < products_of(c);
  t.few_open += few;
  t.full_right += !few && c.b.size() > 0 && static_cast<size_type>(c.b.size()) == c.b.rows * c.b.cols;
}

void count(tally& t, drawn_case const& c, findings const& f) {
  if (c.family->what == operation::mxm) count_methods(t, c);
  auto const note = [](portion& s, std::optional<bool> const& shows) {
    if (shows) s.note(!*shows);
  };
  ++t.cases;
  t.large += std::max({c.w.rows, c.a.rows, c.b.rows}) >= 1500;
  t.threaded += c.threads > 1;
  t.wide += c.family->name.find("64") != std::string::npos && c.family->name.find(" O64") != std::string::npos;
  t.changed.note(f.changed);
  if (f.sums_two) t.sums_two.note(*f.sums_two);
  if (writes_into(c.family->what)) t.aliased.note(c.aliased());
  note(t.mask_unseen, f.mask);
  note(t.replace_unseen, f.replace);
  note(t.complement_unseen, f.complement);
  note(t.accumulator_unseen, f.accumulator);
  note(t.swap_unseen, f.swap);
}

}  // namespace

tally& tally::operator+=(tally const& other) {
  cases += other.cases;
  drawn += other.drawn;
  large += other.large;
  threaded += other.threaded;
  wide += other.wide;
  few_open += other.few_open;
  full_right += other.full_right;
  portion* const mine[] = {&sums_two,           &changed,        &aliased,
                           &mask_unseen,        &replace_unseen, &complement_unseen,
                           &accumulator_unseen, &swap_unseen};
  portion const* const its[] = {&other.sums_two,           &other.changed,        &other.aliased,
                                &other.mask_unseen,        &other.replace_unseen, &other.complement_unseen,
                                &other.accumulator_unseen, &other.swap_unseen};
  for (int k = 0; k < 8; ++k) *mine[k] += *its[k];
  return *this;
}

std::ostream& operator<<(std::ostream& out, tally const& t) {
  auto const part = [&](char const* what, portion const& s) {
    if (s.of > 0) out << ", " << what << ' ' << std::fixed << std::setprecision(1) << s.percent() << " %";
  };
  out << t.cases << " cases of " << t.drawn << " drawn, " << t.large << " large, " << t.threaded << " by threads, "
      << t.wide << " of 64 bits";
  if (t.few_open > 0) out << ", " << t.few_open << " of few entries in a mask, " << t.full_right << " with a full B";
  part("sum two products or more:", t.sums_two);
  part("change the output:", t.changed);
  part("aliased:", t.aliased);
  out << "; would not show that is overlooked";
  part("the mask:", t.mask_unseen);
  part("replace:", t.replace_unseen);
  part("the complement:", t.complement_unseen);
  part("the accumulator:", t.accumulator_unseen);
  part("the order of its operands:", t.swap_unseen);
  return out;
}

answered_case accepted_case(case_family const& family, unsigned index, tally& counted) {
  constexpr unsigned attempts = 24;
  bool const as_it_comes = index % 12 == 11;
  for (unsigned attempt = 0;; ++attempt) {
    answered_case result{draw(family, attempts * index + attempt), {}};
    question const asked(result.asked);
    result.expected = asked.answer();
    findings const f = look_into(result.asked, asked, result.expected);
    ++counted.drawn;
    bool const last = attempt + 1 >= attempts;
    if (!f.usable || !(f.telling() || as_it_comes || last)) continue;
    count(counted, result.asked, f);
    return result;
  }
}

void compare_with_oracle(std::vector<case_family> const& families, unsigned cases, tally& counted) {
  for (case_family const& family : families) {
    for (unsigned index = 0; index < cases; ++index) {
      answered_case const c = accepted_case(family, index, counted);
      auto const found = difference(family.run(host_executor(c.asked.threads), c.asked), c.expected);
      if (found.empty()) continue;
      INFO(c.asked);
      CHECK_EQ(found, "");
    }
  }
}

}  // namespace heddle::testing
