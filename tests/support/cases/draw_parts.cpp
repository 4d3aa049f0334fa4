// draw_parts.cpp - cases of operations at chosen positions from seeds.
#include <algorithm>
#include <numeric>

#include "tests/support/cases/draw_values.hpp"

namespace heddle::testing {

namespace {

struct shape {
  size_type rows = 0, cols = 1;
};

class drawing_of_parts {
 public:
  drawing_of_parts(case_family const& family, unsigned seed) : random_(mixed(family, seed)), what_(family.what) {
    case_.family = &family;
    case_.seed = seed;
  }

  drawn_case run() {
    draw_writing();
    draw_objects();
    draw_selections();
    draw_operands();
    for (held& form : case_.form) form = draw_held(random_);
    case_.columns_at_hand = random_.chance(40);
    case_.threads = random_.chance(40) ? 3 : 1;
    return std::move(case_);
  }

 private:
  static unsigned mixed(case_family const& family, unsigned seed) {
    unsigned hash = 2166136261u ^ seed * 2654435761u;
    for (char const c : family.name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
  }
  bool extracts() const { return what_ <= operation::extract_column; }
  bool is_sub() const { return what_ >= operation::subassign_part; }
  bool is_row() const { return what_ == operation::assign_row || what_ == operation::subassign_row; }
  bool is_line() const { return is_row() || what_ == operation::assign_column || what_ == operation::subassign_column; }
  bool of_matrix() const { return masks_matrix(what_); }
  bool reads_matrix() const { return of_matrix() || what_ == operation::extract_column; }

  void draw_writing() {
    auto const& accums = case_.family->accums;
    case_.accum = accums[static_cast<std::size_t>(random_.below(static_cast<int>(accums.size())))];
    case_.kind = random_.chance(25) ? mask_kind::none : all_mask_kinds[1 + random_.below(4)];
    case_.replace = random_.chance(case_.kind == mask_kind::none ? 10 : 40);
    bool const may_be_scalar = !extracts() && !is_line();
    case_.scalar = may_be_scalar && random_.chance(30);
    scale_ = random_.below(100);
  }

  // In most cases in which types permit it two operands are one object.
  void draw_objects() {
    if (!random_.chance(85)) return;
    case_family const& f = *case_.family;
    slot const source = reads_matrix() ? slot::a : slot::b;
    bool const masked = case_.kind != mask_kind::none;
    bool const like_w = !is_line() && what_ != operation::extract_column;  // vectors or matrices, all of them
    type_code const of_source = reads_matrix() ? f.a : f.b;
    bool const w_is_source = like_w && !case_.scalar && f.w == of_source;
    bool const w_is_mask = masked && (like_w || what_ == operation::extract_column) && f.w == f.mask;
    bool const source_is_mask = masked && !case_.scalar && what_ != operation::extract_column && of_source == f.mask;
    auto& object = case_.object;
    if (w_is_source && random_.chance(50)) object[static_cast<int>(source)] = slot::w;
    int const often = like_w ? 50 : 90;  // where it is the only pair
    if (w_is_mask && random_.chance(often)) {
      object[static_cast<int>(slot::mask)] = slot::w;
    } else if (source_is_mask && random_.chance(often + 10)) {
      object[static_cast<int>(slot::mask)] = object[static_cast<int>(source)];
    }
  }

  size_type dimension() {
    auto const between = [&](int from, int to) { return from + random_.below(to - from + 1); };
    int const empty = is_line() || what_ == operation::extract_column ? 1 : 0;
    if (scale_ < 4) return empty + random_.below(3);
    if (scale_ < 40) return between(2, 16);
    if (scale_ < 82) return between(17, 70);
    if (scale_ < 94) return between(71, 200);
    return writes_matrix(what_) || reads_matrix() ? between(1500, 3000) : between(9000, 30000);
  }

  drawn_selection selection_of(size_type size) {
    using kind = drawn_selection::kind;
    drawn_selection s;
    s.at.resize(static_cast<std::size_t>(size));
    std::iota(s.at.begin(), s.at.end(), std::int64_t{0});
    int const n = static_cast<int>(size), drawn = random_.below(100);
    if (drawn < 15) return s;
    if (drawn < 45 || n == 0) {
      s.how = kind::range;
      size_type const stride = case_.aliased() ? -1 : random_.pick({1, 1, 1, 2, 5, -1, -1, -3});
      size_type const most = case_.aliased() ? n : random_.below(n + 1), from = case_.aliased() ? 0 : n - most;
      size_type const first = from > 0 ? random_.below(static_cast<int>(from) + 1) : 0;
      s.range =
          stride > 0 ? index_range{first, first + most, stride} : index_range{first + most - 1, first - 1, stride};
      s.at.clear();
      for (size_type k = 0; k < s.range.count(); ++k) s.at.push_back(s.range.begin + k * stride);
      return s;
    }
    s.how = kind::list;
    bool const sorted = drawn < 60 && !case_.aliased();
    if (!case_.aliased()) {
      int const percent = random_.pick({15, 50, 85});
      std::erase_if(s.at, [&](std::int64_t) { return !random_.chance(percent); });
      for (std::size_t k = s.at.size() / 3; extracts() && k > 0; --k) s.at.push_back(random_.below(n));
    } else if (extracts()) {
      for (auto& i : s.at) i = random_.chance(30) ? random_.below(n) : i;
    }
    if (sorted) {
      std::sort(s.at.begin(), s.at.end());
    } else {
      for (std::size_t k = s.at.size(); k > 1; --k) std::swap(s.at[k - 1], s.at[random_.bits() % k]);
    }
    return s;
  }

  // The shapes of what is chosen from (the source of an extraction, else the output) and of the part.
  void draw_selections() {
    bool const matrix = writes_matrix(what_) || reads_matrix();
    whole_ = {dimension(), matrix ? dimension() : 1};
    if (case_.aliased() && matrix) whole_.cols = whole_.rows;
    bool const by_rows = !is_row(), by_columns = is_row() || of_matrix();
    if (by_rows) case_.chosen_rows = selection_of(whole_.rows);
    if (by_columns) case_.chosen_columns = selection_of(whole_.cols);
    part_ = {by_rows ? static_cast<size_type>(case_.chosen_rows.at.size()) : 1,
             by_columns ? static_cast<size_type>(case_.chosen_columns.at.size()) : 1};
    if (is_row()) case_.line = random_.below(static_cast<int>(whole_.rows));
    if (is_line() && !is_row()) case_.line = random_.below(static_cast<int>(whole_.cols));
    if (what_ == operation::extract_column) case_.line = random_.below(static_cast<int>(whole_.cols));
  }

  void draw_operands() {
    kind_ = draw_kind(random_, case_);
    case_family const& f = *case_.family;
    case_.transpose_a = reads_matrix() && random_.chance(50);
    shape const of_w = extracts() ? part_ : whole_;
    shape const of_line{is_row() ? whole_.cols : whole_.rows, 1}, of_part{part_.rows * part_.cols, 1};
    shape const of_mask = is_line() ? (is_sub() ? of_part : of_line) : is_sub() ? part_ : of_w;
    case_.w = drawn(f.w, slot::w, of_w, writes_matrix(what_), random_.pick({0, 5, 40, 70, 100}));
    if (case_.kind != mask_kind::none) {
      case_.mask = drawn(f.mask, slot::mask, of_mask, masks_matrix(what_), random_.pick({20, 50, 50, 80}));
    }
    shape of_source = extracts() ? whole_ : part_;
    int const percent = random_.pick({4, 40, 70, 100});
    if (reads_matrix() && !case_.scalar) {
      if (case_.transpose_a) std::swap(of_source.rows, of_source.cols);
      case_.a = drawn(f.a, slot::a, of_source, true, percent);
      case_.pattern_a = draw_pattern();
    } else if (case_.scalar) {
      case_.b = drawn(f.b, slot::b, {1, 1}, false, 100);
    } else {
      case_.b = drawn(f.b, slot::b, {of_source.rows * of_source.cols, 1}, false, percent);
    }
    entries* const all_entries[] = {&case_.w, &case_.a, &case_.b, &case_.mask};
    for (int s = 0; s < 4; ++s) {
      if (case_.shares(static_cast<slot>(s))) *all_entries[s] = case_.operand(case_.object[s]);
    }
  }

  bool draw_pattern() {
    bool const own = !case_.shares(slot::a) && case_.object[static_cast<int>(slot::mask)] != slot::a;
    if (!own || case_.a.value.empty() || !random_.chance(15)) return false;
    std::fill(case_.a.value.begin(), case_.a.value.end(), case_.a.value.front());
    return true;
  }

  entries drawn(type_code type, slot s, shape of, bool matrix, int percent) {
    entries e{type, of.rows, of.cols, {}, {}, {}};
    if (!matrix) e.cols = 1;
    for (size_type i = 0; i < of.rows; ++i) {
      if (!matrix) {
        if (random_.chance(percent)) e.row.push_back(i);
        continue;
      }
      if (of.cols <= 200) {
        for (size_type j = 0; j < of.cols; ++j) {
          if (random_.chance(percent)) e.row.push_back(i), e.col.push_back(j);
        }
        continue;
      }
      std::vector<std::int64_t> columns;
      for (int k = random_.below(2 + percent / 8); k > 0; --k)
        columns.push_back(random_.below(static_cast<int>(of.cols)));
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      e.row.insert(e.row.end(), columns.size(), i);
      e.col.insert(e.col.end(), columns.begin(), columns.end());
    }
    draw_values(random_, e, kind_, s);
    return e;
  }

  random_source random_;
  operation what_;
  drawn_case case_;
  int scale_ = 0;
  shape whole_, part_;
  value_kind kind_{};
};

}  // namespace

drawn_case draw_with_parts(case_family const& family, unsigned seed) { return drawing_of_parts(family, seed).run(); }

}  // namespace heddle::testing
