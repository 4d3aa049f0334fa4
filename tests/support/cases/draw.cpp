// draw.cpp - cases from seeds: operators, sizes, which positions have entries, which operands are one object.
#include <algorithm>

#include "tests/support/cases/draw_values.hpp"
#include "tests/support/schedules.hpp"

namespace heddle::testing {

namespace {

using namespace seam;

bool reads_matrix(operation what) {
  return what == operation::mxv || what == operation::vxm || what == operation::mxm || what == operation::reduce_rows ||
         what == operation::reduce_matrix || what == operation::cast_matrix || what == operation::transpose ||
         what == operation::build_matrix || what == operation::spmv || what == operation::diagonal ||
         writes_matrix(what);
}

/// Dimensions of the output, of what is summed over, and of the columns of a matrix that comes out.
struct extents {
  size_type out = 0, inner = 0, cols = 1;
};

class drawing {
 public:
  drawing(case_family const& family, unsigned seed) : random_(mixed(family, seed)) {
    case_.family = &family;
    case_.seed = seed;
  }

  drawn_case run() {
    draw_operators();
    draw_extents();
    draw_objects();
    draw_operands();
    draw_how();
    return std::move(case_);
  }

 private:
  static unsigned mixed(case_family const& family, unsigned seed) {
    unsigned hash = 2166136261u ^ seed * 2654435761u;
    for (char const c : family.name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
  }
  operation what() const { return case_.family->what; }
  template <class T> T any_of(std::vector<T> const& from) { return from[random_.below(static_cast<int>(from.size()))]; }

  void draw_operators() {
    auto const algebra = any_of(case_.family->algebras);
    case_.add = algebra[0];
    case_.multiply = algebra[1];
    if (!writes_into(what())) return;
    case_.accum = any_of(case_.family->accums);
    case_.kind = random_.chance(25) ? mask_kind::none : all_mask_kinds[1 + random_.below(4)];
    case_.replace = random_.chance(case_.kind == mask_kind::none ? 10 : 40);
  }

  // Mostly a few or dozens, some so many that loops run in parallel.
  void draw_extents() {
    int const scale = random_.below(100);
    large_ = scale >= 95;
    auto const between = [&](int least, int most) { return least + random_.below(most - least + 1); };
    bool const matrix = reads_matrix(what());
    auto const dimension = [&]() -> size_type {
      if (scale < 3) return random_.below(3);
      if (scale < 38) return between(2, 16);
      if (scale < 82) return between(17, 80);
      if (!large_) return between(81, 400);
      return matrix ? between(1500, 5000) : between(9000, 45000);
    };
    extents_.out = dimension();
    extents_.inner = dimension();
    extents_.cols = dimension();
    if (what() == operation::kronecker) draw_factors(scale);
  }

  // Of A and B, whose product is as large as both together.
  void draw_factors(int scale) {
    auto const dimension = [&]() -> size_type {
      return scale < 3 ? random_.below(3) : 1 + random_.below(scale < 80 ? 8 : 40);
    };
    for (size_type* const extent : {&left_.out, &left_.cols, &right_.out, &right_.cols}) *extent = dimension();
    extents_.out = left_.out * right_.out;
    extents_.cols = left_.cols * right_.cols;
    large_ = large_ && extents_.out >= 1500;
  }

  // In half of the cases operands of one type are one object, which makes everything as long as everything else.
  void draw_objects() {
    slot const all[] = {slot::w, slot::a, slot::b, slot::mask};
    if (!random_.chance(55) || !writes_into(what())) return;
    int const first = random_.below(4);
    for (int step = 0; step < 4; ++step) {
      slot const s = all[(first + step) % 4];
      for (slot const t : all) {
        if (t >= s || !may_be_one(s, t)) continue;
        if (case_.aliased() && !random_.chance(25)) continue;
        slot const root = case_.object[static_cast<int>(t)];
        for (slot& o : case_.object) {
          if (o == s) o = root;
        }
        case_.object[static_cast<int>(s)] = root;
        break;
      }
    }
    if (!case_.aliased()) return;
    if (what() == operation::kronecker) return;
    extents_.inner = extents_.out;
    if (writes_matrix(what())) extents_.cols = extents_.out;
  }

  bool is_used(slot s) const {
    if (s == slot::mask) return case_.kind != mask_kind::none;
    if (what() == operation::kronecker && s != slot::w) return false;
    if (s == slot::a) return pairs_vectors(what()) || takes_number(what()) || writes_matrix(what());
    if (s == slot::b) {
      return what() != operation::assign_scalar && what() != operation::reduce_rows &&
             what() != operation::transpose_into && !takes_number(what());
    }
    return true;
  }
  type_code type_of_slot(slot s) const {
    case_family const& f = *case_.family;
    type_code const all[] = {f.w, f.a, f.b, f.mask};
    return all[static_cast<int>(s)];
  }
  bool may_be_one(slot s, slot t) const { return is_used(s) && is_used(t) && type_of_slot(s) == type_of_slot(t); }

  void draw_operands() {
    kind_ = draw_kind(random_, case_);
    case_.transpose_a = reads_matrix(what()) && what() != operation::build_matrix && random_.chance(50);
    bool const two_matrices = writes_matrix(what()) && what() != operation::transpose_into && !takes_number(what());
    case_.transpose_b = two_matrices && random_.chance(40);
    draw_left();
    draw_right();
    case_.w = drawn_output(case_.family->w, slot::w);
    if (case_.kind != mask_kind::none) case_.mask = drawn_output(case_.family->mask, slot::mask);
    entries* const all[] = {&case_.w, &case_.a, &case_.b, &case_.mask};
    for (int s = 0; s < 4; ++s) {
      if (case_.shares(static_cast<slot>(s))) *all[s] = case_.operand(case_.object[s]);
    }
  }

  // An operand of the output's shape.
  entries drawn_output(type_code type, slot s) {
    if (what() == operation::mxm) {
      bool const few = s == slot::mask && random_.chance(40);  // so few that dot products are less work
      return drawn_matrix(type, s, extents_.out, extents_.cols, few ? 5 + random_.below(12) : 0);
    }
    if (writes_matrix(what())) {
      entries e = drawn_matrix(type, s, extents_.out, extents_.cols, 0);
      bool const turns = case_.transpose_a != (what() == operation::transpose_into);
      if (what() != operation::kronecker) join_places(e, case_.a, turns, s);
      return e;
    }
    if (what() == operation::spmv) return drawn_vector(type, s, extents_.out, 100);
    int const percent = s == slot::mask ? random_.pick({20, 50, 50, 80}) : random_.pick({0, 4, 30, 60, 100});
    return drawn_vector(type, s, extents_.out, percent);
  }

  void draw_left() {
    type_code const type = case_.family->a;
    bool const of_vector = pairs_vectors(what()) || (takes_number(what()) && !writes_matrix(what()));
    if (of_vector) case_.a = drawn_vector(type, slot::a, extents_.out, random_.pick({4, 50, 80, 100}));
    if (!reads_matrix(what())) return;
    if (writes_matrix(what()) && what() != operation::mxm) {
      case_.a = what() == operation::kronecker
                    ? oriented(type, slot::a, left_, case_.transpose_a)
                    : oriented(type, slot::a, extents_, case_.transpose_a != (what() == operation::transpose_into));
      case_.pattern_a = draw_pattern(case_.a, slot::a);
      return;
    }
    bool const columns_first = case_.transpose_a != (what() == operation::vxm);
    size_type const rows = columns_first ? extents_.inner : extents_.out;
    size_type const cols = columns_first ? extents_.out : extents_.inner;
    case_.a = drawn_matrix(type, slot::a, rows, cols, 0);
    if (what() == operation::build_matrix)
      shuffle_with_duplicates(case_.a, slot::a);
    else
      case_.pattern_a = draw_pattern(case_.a, slot::a);
  }

  void draw_right() {
    type_code const type = case_.family->b;
    if (what() == operation::mxm) {
      bool const fits = extents_.inner * (case_.aliased() ? extents_.cols : 12) <= 40000;
      bool const full = random_.chance(20) && fits;
      if (full && !case_.aliased()) extents_.cols = min_of<size_type>(extents_.cols, 1 + random_.below(12));
      size_type const rows = case_.transpose_b ? extents_.cols : extents_.inner;
      size_type const cols = case_.transpose_b ? extents_.inner : extents_.cols;
      case_.b = drawn_matrix(type, slot::b, rows, cols, full ? 16 * static_cast<int>(cols) : 0);
      case_.pattern_b = draw_pattern(case_.b, slot::b);
      return;
    }
    if (pairs_matrices(what()) || what() == operation::kronecker) {
      case_.b = oriented(type, slot::b, pairs_matrices(what()) ? extents_ : right_, case_.transpose_b);
      if (pairs_matrices(what())) join_places(case_.b, case_.a, case_.transpose_a != case_.transpose_b, slot::b);
      case_.pattern_b = draw_pattern(case_.b, slot::b);
      return;
    }
    if (what() == operation::transpose_into) return;
    if (takes_number(what())) {
      case_.b = drawn_vector(type, slot::b, 1, 100);
      return;
    }
    bool const product = what() == operation::mxv || what() == operation::vxm;
    size_type const size = reads_matrix(what()) ? extents_.inner : extents_.out;
    int percent = product ? random_.pick({3, 5, 30, 60, 80, 100, 100}) : random_.pick({0, 4, 50, 80, 100});
    if (what() == operation::spmv) percent = 100;
    case_.b = drawn_vector(type, slot::b, size, percent);
    if (what() == operation::build_vector) shuffle_with_duplicates(case_.b, slot::b);
    if (what() == operation::assign_scalar) case_.b = drawn_vector(type, slot::b, 1, 100);
  }

  entries drawn_vector(type_code type, slot s, size_type size, int percent) {
    entries e{type, size, 1, {}, {}, {}};
    for (size_type i = 0; i < size; ++i) {
      if (percent == 100 || random_.chance(percent)) e.row.push_back(i);
    }
    draw_values(random_, e, kind_, s);
    return e;
  }

  // sixteenths: of an entry in a row, on average; 0: drawn.
  entries drawn_matrix(type_code type, slot s, size_type rows, size_type cols, int sixteenths) {
    entries e{type, rows, cols, {}, {}, {}};
    if (sixteenths == 0) {
      sixteenths = large_ ? random_.pick({8, 24, 64, 96}) : random_.pick({12, 32, 48, 96, 160, 320});
      if (rows * cols <= 1600 && random_.chance(15)) sixteenths = static_cast<int>(16 * cols);
    }
    int const skew = random_.below(3);
    for (size_type i = 0; i < rows; ++i) {
      int const mean = sixteenths / 16 + (random_.below(16) < sixteenths % 16 ? 1 : 0);
      bool const heavy = skew == 1 && i % 16 == 5, all = mean >= cols;
      int const length = all ? mean : heavy ? 12 * mean : skew == 2 ? random_.below(2 * mean + 1) : mean;
      add_row(e, i, length);
    }
    draw_values(random_, e, kind_, s);
    return e;
  }

  entries oriented(type_code type, slot s, extents const& of, bool turned) {
    return turned ? drawn_matrix(type, s, of.cols, of.out, 0) : drawn_matrix(type, s, of.out, of.cols, 0);
  }

  // Entries at half of the places where another matrix, or its transpose, has some: else they hardly ever meet.
  void join_places(entries& e, entries const& other, bool turned, slot s) {
    std::vector<std::pair<std::int64_t, std::int64_t>> places;
    for (std::size_t k = 0; k < e.size(); ++k) places.emplace_back(e.row[k], e.col[k]);
    for (std::size_t k = 0; k < other.size(); ++k) {
      if (!random_.chance(50)) continue;
      auto const i = other.row[k], j = other.col[k];
      turned ? places.emplace_back(j, i) : places.emplace_back(i, j);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    e.row.clear(), e.col.clear();
    for (auto const& [i, j] : places) e.row.push_back(i), e.col.push_back(j);
    draw_values(random_, e, kind_, s);
  }

  void add_row(entries& e, size_type row, int length) {
    std::vector<std::int64_t> columns;
    int const cols = static_cast<int>(e.cols);
    if (3 * length > cols) {
      for (int j = 0; j < cols; ++j) {
        if (length >= cols || random_.below(cols) < length) columns.push_back(j);
      }
    } else {
      for (int k = 0; k < length; ++k) columns.push_back(random_.below(cols));
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    }
    e.row.insert(e.row.end(), columns.size(), row);
    e.col.insert(e.col.end(), columns.begin(), columns.end());
  }

  // A part of the entries a second and third time, with other values, all in any order.
  void shuffle_with_duplicates(entries& e, slot s) {
    std::size_t const once = e.size();
    for (std::size_t k = 0; k < 2 * once; ++k) {
      if (!random_.chance(30)) continue;
      e.row.push_back(e.row[k % once]);
      if (!e.col.empty()) e.col.push_back(e.col[k % once]);
    }
    for (std::size_t k = e.size(); k > 1; --k) {
      std::size_t const other = random_.bits() % k;
      std::swap(e.row[k - 1], e.row[other]);
      if (!e.col.empty()) std::swap(e.col[k - 1], e.col[other]);
    }
    draw_values(random_, e, kind_, s);
  }

  // All entries get one value, so that the matrix can be stored as a pattern. An operand that is also another is none.
  bool draw_pattern(entries& e, slot s) {
    for (int t = 0; t < 4; ++t) {
      if (t != static_cast<int>(s) && case_.object[t] == case_.object[static_cast<int>(s)]) return false;
    }
    if (e.value.empty() || !random_.chance(15)) return false;
    std::fill(e.value.begin(), e.value.end(), e.value.front());
    return true;
  }

  void draw_how() {
    for (held& form : case_.form) form = draw_held(random_);
    case_.way = draw_direction(random_);
    static std::vector<schedule> const variants = schedule_variants();
    case_.schedule = random_.chance(25) ? schedule{} : any_of(variants);
    case_.columns_at_hand = random_.chance(40);
    case_.placed = random_.chance(8);
    case_.threads = random_.chance(40) ? 3 : 1;
    case_.alpha = random_.pick({1.0, 1.0, -2.0, 0.5, 0.0});
    case_.beta = random_.pick({0.0, 0.0, 1.0, -3.0, 0.5});
    if (is_diagonal(what()) || takes_number(what())) draw_diagonal();
  }

  // The main one, those beside it, any that A has, and some that it has not.
  void draw_diagonal() {
    int const side = random_.chance(50) ? 1 : -1;
    int const far = static_cast<int>(max_of(extents_.out, extents_.inner)) + 2;
    case_.line = side * random_.pick({0, 1, 3, random_.below(far), random_.below(far)});
  }

  random_source random_;
  drawn_case case_;
  extents extents_, left_, right_;  // of the output; of A and B where these are factors
  value_kind kind_{};
  bool large_ = false;
};

}  // namespace

drawn_case draw(case_family const& family, unsigned seed) {
  return is_of_parts(family.what) ? draw_with_parts(family, seed) : drawing(family, seed).run();
}

}  // namespace heddle::testing
