// needed.hpp - what a rank's rows need of a vector at other ranks. Where that is little, it alone is sent.
#pragma once
#include <heddle/detail/ranks/each_rank.hpp>
#include <heddle/detail/ranks/parts.hpp>
#include <heddle/detail/storage/compressed.hpp>
#include <heddle/distributed/ranks/dealing.hpp>
#include <heddle/vector.hpp>
#include <list>
#include <mutex>

namespace heddle::detail {

/// Elements of a vector that is dealt out: what this rank needs of others, and what others need of it.
template <index_type I> struct needed_elements {
  /// Whether ranks need so little of what they lack, all taken together; else the lists are empty. Never where ranks
  /// share their memory, and have all of a vector in one place.
  bool few = false;
  buffer<I> wanted, asked;      // positions in the whole vector, and in the part of this rank
  std::vector<size_type> from;  // those that rank r has: [from[r], from[r + 1]) of `wanted`
  std::vector<size_type> to;    // those that rank r needs, of `asked`
};

/// The columns of `rows` against a vector that is dealt out by `by`; so many quarters of what ranks lack are few. Reads
/// the indices once, and takes a byte a column meanwhile.
template <index_type I, index_type O>
needed_elements<I> find_needed(distributed::member& m, distributed::dealing const& by, compressed<I, O> const& rows,
                               int quarters = 1);

/// How elements of `width` bytes get to where they are needed. It may go several times.
template <index_type I> class needed_exchange {
 public:
  needed_exchange(distributed::member& m, needed_elements<I> const& needed, std::size_t width);
  /// Takes elements of this rank's part, which may change afterwards.
  void send(void const* part, exchanged_arrays& arrays);
  /// After the exchange: writes those of others to their places among all.
  void receive(void* whole) const;

 private:
  executor exec_;
  needed_elements<I> const& needed_;
  std::size_t width_;
  buffer<primitives::byte> sent_, came_;
};

/// `whole` has this rank's part and what it needs of others, rows of `width` bytes; what else it has stays.
template <index_type I>
void gather_needed(distributed::member& m, needed_elements<I> const& needed, distributed::dealing const& by,
                   void const* part, void* whole, std::size_t width);

/// The same for a full vector, `row` elements of which stand for one that is dealt out.
template <index_type I, class T, index_type J>
vector<T, J> const& needed_of(distributed::member& m, needed_elements<I> const& needed, distributed::dealing const& by,
                              size_type row, vector<T, J> const& part, kept_vector<T, J>& kept) {
  auto const whole = std::make_shared<vector<T, J>>(vector<T, J>::adopt(buffer<T>(m.exec(), by.size() * row)));
  gather_needed(m, needed, by, storage_of(part).bitmap().values.data(), storage_of(*whole).write_full().values.data(),
                sizeof(T) * static_cast<std::size_t>(row));
  return *(kept = whole);
}

/// What is made once for each way to deal out an operand that was asked for: for the ranks of this process.
template <class One> struct made_by_dealing {
  template <class Make>
  std::vector<One> const& get(distributed::group const& ranks, distributed::dealing const& by, Make const& make) {
    std::scoped_lock const lock(mutex);
    for (auto const& [known, parts] : made) {
      if (known == by) return parts;
    }
    std::list<std::pair<distributed::dealing, std::vector<One>>> found;
    found.emplace_back(by, std::vector<One>());
    found.back().second = each_makes<One>(ranks, make);
    made.splice(made.end(), found);
    return made.back().second;
  }

  std::mutex mutex;
  std::list<std::pair<distributed::dealing, std::vector<One>>> made;
};
template <index_type I> using needed_by_dealing = made_by_dealing<needed_elements<I>>;

}  // namespace heddle::detail
