// column_parts.hpp - a rank's rows cut by who has what their columns read, so that it works on what is here while the
// rest is on its way.
#pragma once
#include <heddle/detail/ranks/needed.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/distributed/ranks/group.hpp>
#include <heddle/matrix.hpp>
#include <heddle/ops/extract/extract.hpp>

namespace heddle::detail {

/// Rows of a rank with the columns of ranks before it, its own and those of ranks behind it; each counts from its
/// first. `needed`: rows of the dense operand that others send, where three quarters or fewer of theirs are needed; to
/// put these together and apart again takes, by bytes, a third of the time that NVLink takes for them.
template <class T, index_type I, index_type O> struct column_parts {
  heddle::matrix<T, I, O> before, own, behind;
  needed_elements<I> needed;
};

template <class T, index_type I, index_type O>
column_parts<T, I, O> split_columns(distributed::member& m, distributed::dealing const& by,
                                    heddle::matrix<T, I, O> const& rows) {
  auto const columns = [&](size_type from, size_type to) {
    heddle::matrix<T, I, O> part(rows.rows(), to - from, rows.exec());
    extract(part, rows, all, range(from, to));
    return part;
  };
  size_type const first = by.begin(m.rank()), last = by.begin(m.rank() + 1);
  constexpr int quarters = 3;
  return {columns(0, first), columns(first, last), columns(last, by.size()),
          find_needed(m, by, storage_of(rows).csr(), quarters)};
}

/// Whether every rank is a GPU with room for its entries once more, and as much left.
bool have_room_for_columns(distributed::member& m, double bytes);

/// An exchange of GPUs that goes on while they work: it is over for what is given to the executor when this ends.
class exchange_under_way {
 public:
  exchange_under_way(distributed::member& m, exchanged_arrays const& arrays) : m_(m) {
    m.begin_exchange(arrays.out, arrays.in);
  }
  exchange_under_way(exchange_under_way const&) = delete;
  exchange_under_way& operator=(exchange_under_way const&) = delete;
  ~exchange_under_way() { m_.finish_exchange(); }

 private:
  distributed::member& m_;
};

}  // namespace heddle::detail
