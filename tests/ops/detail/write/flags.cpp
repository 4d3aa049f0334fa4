// flags.cpp - the flags by which a GPU passes over positions: where one is zero, nothing would be written.
#include <doctest/doctest.h>

#include <array>
#include <heddle/ops/detail/write/entries.hpp>
#include <heddle/semirings/monoids.hpp>

using namespace heddle;

using namespace heddle::seam;

namespace {

// What may be at a position: an entry of w, of t, of the mask, and whether the mask's is true.
constexpr std::size_t all_positions = 16;
using flag_array = std::array<detail::byte, all_positions>;
using value_array = std::array<int, all_positions>;

flag_array bit_of_each(int bit) {
  flag_array flags;
  for (std::size_t k = 0; k < all_positions; ++k) flags[k] = k >> bit & 1;
  return flags;
}

struct passed_over {
  int without_flags = 0, positions = 0;
};

// Of every kind of mask and of sink: `write_of(sink, t, t_present)` is what writes.
template <class Accum, class WriteOf> passed_over check_flags(bool accumulates, WriteOf const& write_of) {
  passed_over seen;
  flag_array const of_mask = bit_of_each(0), truth = bit_of_each(1), of_t = bit_of_each(2), of_w = bit_of_each(3);
  value_array const t{};
  for (int kind = 0; kind < 32; ++kind) {
    bool const structural = kind & 1, by_value = kind & 2, complemented = kind & 4, replace = kind & 8,
               full = kind & 16;
    CAPTURE(kind);
    CAPTURE(accumulates);
    auto values = t;
    values.fill(7);
    auto present = of_w;
    vector_sink<int, Accum> const sink{
        values.data(),
        present.data(),
        {structural ? of_mask.data() : nullptr, by_value ? truth.data() : nullptr, complemented},
        replace,
        accumulates,
        {}};
    auto const write = write_of(sink, t.data(), full ? nullptr : of_t.data());
    auto const* const flags = write.flags();
    seen.without_flags += flags == nullptr;
    if (!flags) continue;
    for (std::size_t k = 0; k < all_positions; ++k) {
      if (flags[k]) continue;
      CAPTURE(k);
      auto const values_before = values;
      auto const present_before = present;
      write(static_cast<size_type>(k));
      CHECK(values == values_before);
      CHECK(present == present_before);
      ++seen.positions;
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("what flags pass over nobody writes: entries, under every kind of mask") {
  auto const entry_of = [](auto const& sink, int const* t, detail::byte const* t_present) {
    return detail::written_entry<int, std::remove_cvref_t<decltype(sink.accum)>, int>{t, t_present, sink};
  };
  auto const kept = check_flags<no_accum_type>(false, entry_of), added = check_flags<plus_monoid<int>>(true, entry_of);
  CHECK(kept.positions > 0);
  CHECK(added.positions > kept.positions);  // what t lacks adds nothing
  CHECK(added.without_flags < kept.without_flags);
}

TEST_CASE("what flags pass over nobody writes: a number, under every kind of mask") {
  auto const number_of = [](auto const& sink, int const*, detail::byte const*) {
    return detail::written_number<int, std::remove_cvref_t<decltype(sink.accum)>>{{nullptr, 5}, sink};
  };
  CHECK(check_flags<no_accum_type>(false, number_of).positions > 0);
  CHECK(check_flags<plus_monoid<int>>(true, number_of).positions > 0);
}
