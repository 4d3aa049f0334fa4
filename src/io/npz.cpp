// npz.cpp - sparse matrices as scipy.sparse.save_npz writes them: an archive of arrays, by the name of their format.
#include "src/io/npz.hpp"

#include <algorithm>
#include <array>

#include "src/io/zip.hpp"

namespace heddle::detail {
namespace {

struct layout {
  std::string_view name;
  std::array<char const*, 3> members;  // the values first
};
constexpr layout layouts[] = {
    {"csr", {"data", "indices", "indptr"}}, {"csc", {"data", "indices", "indptr"}}, {"coo", {"data", "row", "col"}},
    {"bsr", {"data", "indices", "indptr"}}, {"dia", {"data", "offsets", nullptr}},
};

/// What an archive says of its matrix before the arrays are unpacked.
class sparse_archive {
 public:
  explicit sparse_archive(text const& source) : archive_(source.path, source.all()) {
    if (archive_.find("format.npy") == nullptr)
      fail("is not what scipy.sparse.save_npz writes: there is no format.npy");
    auto const format = npy_text(npy_array_of(name_of("format"), small("format").view));
    auto const* const known =
        std::find_if(std::begin(layouts), std::end(layouts), [&](layout const& one) { return one.name == format; });
    if (known == std::end(layouts)) fail("the format is " + detail::quoted(format) + ", not csr, csc, coo, bsr or dia");
    layout_ = *known;
    read_shape();
  }

  std::string_view format() const { return layout_.name; }
  size_type rows() const { return rows_; }
  size_type cols() const { return cols_; }
  npy_header header(char const* member) const {
    return parse_npy_header(name_of(member), archive_.beginning(file_of(member), longest_npy_header));
  }
  zip_bytes unpack(char const* member) const { return archive_.unpack(file_of(member)); }
  std::string name_of(char const* member) const { return archive_.path() + ": " + member; }

  /// What unpacking takes beside the archive itself.
  double unpacked_bytes() const {
    double all = 0;
    for (char const* const member : layout_.members) {
      if (member == nullptr) continue;
      auto const* const found = archive_.find(file_of(member));
      if (found == nullptr) fail("a matrix in " + std::string(format()) + " needs the member " + file_of(member));
      if (found->deflated) all += static_cast<double>(found->size);
    }
    return all;
  }
  std::vector<char const*> members() const {
    return {layout_.members.begin(), std::find(layout_.members.begin(), layout_.members.end(), nullptr)};
  }
  [[noreturn]] void fail(std::string const& reason) const { detail::fail(archive_.path(), reason); }

 private:
  static std::string file_of(char const* member) { return std::string(member) + ".npy"; }

  zip_bytes small(char const* member) const {
    auto const* const found = archive_.find(file_of(member));
    if (found == nullptr) fail("is not what scipy.sparse.save_npz writes: there is no " + file_of(member));
    if (found->size > longest_npy_header) fail(file_of(member) + " is larger than it can be");
    return unpack(member);
  }

  void read_shape() {
    auto const bytes = small("shape");
    auto const shape = npy_array_of(name_of("shape"), bytes.view);
    auto const lengths = indices_of<size_type>(shape, 0, std::numeric_limits<size_type>::max());
    if (lengths.size() != 2) fail(concat("a sparse array of ", lengths.size(), " dimensions is no matrix"));
    rows_ = lengths[0];
    cols_ = lengths[1];
  }

  zip_archive archive_;
  layout layout_{};
  size_type rows_ = 0, cols_ = 0;
};

bool all_true(npy_array const& data) {
  bool all = true;
  with_elements(data, [&]<class E>(npy_elements<E> const& elements) {
    auto const wrong =
        first_refused(data.size(), [&](size_type k) { return elements[k] >= E(0) && elements[k] <= E(1); });
    if (wrong >= 0) fail(data.name, concat("element ", wrong, " is neither true nor false"));
    all = first_refused(data.size(), [&](size_type k) { return elements[k] != E(0); }) < 0;
  });
  return all;
}

/// Truth values that are all true are a pattern.
io::field field_of(npy_array const& data) {
  if (data.header.kind == npy_kind::boolean) return all_true(data) ? io::field::pattern : io::field::integer;
  return data.header.kind == npy_kind::floating ? io::field::real : io::field::integer;
}

void require_numbers(std::string const& name, npy_header const& header) {
  if (header.kind == npy_kind::bytes || header.kind == npy_kind::unicode)
    fail(name, "the values are text, not numbers");
}

template <class Index> class npz_reader {
 public:
  npz_reader(text const& source, std::size_t value_bytes, value_taker const& take)
      : source_(source), value_bytes_(value_bytes), take_(take), archive_(source) {}

  entry_places<Index> read() {
    require_shape_fits<Index>(source_, 0, archive_.rows(), archive_.cols());
    unpack();
    require_numbers(data().name, data().header);
    result_.rows = archive_.rows();
    result_.cols = archive_.cols();
    result_.values = field_of(data());
    auto const format = archive_.format();
    if (format == "coo") {
      read_coo();
    } else if (format == "bsr") {
      read_bsr();
    } else if (format == "dia") {
      read_dia();
    } else {
      read_compressed(format == "csr");
    }
    return std::move(result_);
  }

 private:
  npy_array const& data() const { return arrays_[0]; }

  void unpack() {
    auto const members = archive_.members();
    auto const entries = static_cast<double>(std::max<size_type>(archive_.header("data").count, 0));
    source_.bound.require(static_cast<double>(source_.size) + archive_.unpacked_bytes() +
                              entries * static_cast<double>(2 * sizeof(Index) + value_bytes_),
                          source_.path, concat(archive_.header("data").count, " entries"));
    unpacked_.resize(members.size());
    host::parallel_for(host::default_threads(), static_cast<size_type>(members.size()), 1,
                       [&](size_type m) { unpacked_[m] = archive_.unpack(members[m]); });
    for (std::size_t m = 0; m < members.size(); ++m) {
      arrays_.push_back(npy_array_of(archive_.name_of(members[m]), unpacked_[m].view));
      std::size_t const wanted = m > 0 || archive_.format().front() == 'c' ? 1 : archive_.format() == "bsr" ? 3 : 2;
      if (arrays_[m].header.shape.size() == wanted) continue;
      fail(arrays_[m].name,
           concat("an array of shape ", shape_text(arrays_[m].header), " does not have ", wanted, " dimensions"));
    }
  }

  void set_values(size_type n, element_place const& place = {}) {
    if (result_.values != io::field::pattern) take_(data(), n, place);
  }

  void require_length(npy_array const& array, size_type length) const {
    if (array.size() == length) return;
    fail(array.name, concat("the array has ", array.size(), " elements, and should have ", length));
  }

  /// Offsets that begin with 0, never descend, and end at most with the number of indices.
  std::vector<size_type> offsets_of(size_type lines) const {
    auto const& array = arrays_[2];
    if (array.size() != lines + 1) require_length(array, lines + 1);
    auto offsets = indices_of<size_type>(array, 0, arrays_[1].size() + 1);
    if (offsets[0] != 0) fail(array.name, concat("element 0 is ", offsets[0], ", not 0"));
    auto const descent = std::is_sorted_until(offsets.begin(), offsets.end());
    if (descent != offsets.end()) {
      fail(array.name, concat("element ", descent - offsets.begin(), ", ", *descent, ", is less than the one before"));
    }
    return offsets;
  }

  void read_compressed(bool by_rows) {
    require_length(arrays_[1], data().size());
    auto const offsets = offsets_of(by_rows ? result_.rows : result_.cols);
    auto minor = indices_of<Index>(arrays_[1], 0, by_rows ? result_.cols : result_.rows);
    minor.resize(static_cast<std::size_t>(offsets.back()));  // scipy bears with more
    std::vector<Index> major(minor.size());
    auto const lines = static_cast<size_type>(offsets.size()) - 1;
    host::parallel_for(host::default_threads(), lines, 4096, [&](size_type i) {
      std::fill(major.begin() + offsets[i], major.begin() + offsets[i + 1], static_cast<Index>(i));
    });
    result_.row = std::move(by_rows ? major : minor);
    result_.col = std::move(by_rows ? minor : major);
    set_values(offsets.back());
  }

  void read_coo() {
    require_length(arrays_[1], data().size());
    require_length(arrays_[2], data().size());
    result_.row = indices_of<Index>(arrays_[1], 0, result_.rows);
    result_.col = indices_of<Index>(arrays_[2], 0, result_.cols);
    set_values(data().size());
  }

  void read_bsr() {
    auto const& shape = data().header.shape;
    auto const blocks = shape[0], height = shape[1], width = shape[2];
    if (height == 0 || width == 0 || result_.rows % height != 0 || result_.cols % width != 0) {
      fail(data().name,
           concat("blocks of ", height, " x ", width, " do not fill a matrix of ", result_.rows, " x ", result_.cols));
    }
    require_length(arrays_[1], blocks);
    auto const offsets = offsets_of(result_.rows / height);
    auto const block_cols = indices_of<size_type>(arrays_[1], 0, result_.cols / width);
    auto const count = offsets.back() * height * width;
    result_.row.reserve(static_cast<std::size_t>(count));
    result_.col.reserve(static_cast<std::size_t>(count));
    for (size_type i = 0, b = 0; i + 1 < static_cast<size_type>(offsets.size()); ++i) {
      for (; b < offsets[i + 1]; ++b) {
        for (size_type r = 0; r < height; ++r) {
          for (size_type c = 0; c < width; ++c) {
            result_.row.push_back(static_cast<Index>(i * height + r));
            result_.col.push_back(static_cast<Index>(block_cols[b] * width + c));
          }
        }
      }
    }
    set_values(count, [&](size_type k) {
      return npy_place(data().header, k / (height * width), k / width % height, k % width);
    });
  }

  void read_dia() {
    auto const diagonals = data().header.shape[0], length = data().header.shape[1];
    require_length(arrays_[1], diagonals);
    constexpr auto widest = std::numeric_limits<size_type>::max();
    auto const offsets = indices_of<size_type>(arrays_[1], -widest, widest);
    auto sorted = offsets;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      fail(arrays_[1].name, "two diagonals have the same offset");
    }
    std::vector<size_type> places;
    with_elements(data(), [&]<class E>(npy_elements<E> const& elements) {
      for (size_type d = 0; d < diagonals; ++d) {
        // Row j - offset is one of the matrix.
        auto const offset = offsets[d];
        auto const begin = std::max<size_type>(offset, 0);
        auto const end =
            std::min({length, result_.cols, offset > widest - result_.rows ? widest : result_.rows + offset});
        for (auto j = begin; j < end; ++j) {
          auto const place = npy_place(data().header, d, j);
          if (elements[place] == E(0)) continue;
          result_.row.push_back(static_cast<Index>(j - offset));
          result_.col.push_back(static_cast<Index>(j));
          places.push_back(place);
        }
      }
    });
    if (data().header.kind == npy_kind::boolean) result_.values = io::field::pattern;  // what is not true is no entry
    set_values(static_cast<size_type>(places.size()), [&](size_type k) { return places[k]; });
  }

  text const& source_;
  std::size_t value_bytes_;
  value_taker const& take_;
  sparse_archive archive_;
  std::vector<zip_bytes> unpacked_;
  std::vector<npy_array> arrays_;
  entry_places<Index> result_;
};

}  // namespace

io::file_header npz_header(text const& source) {
  sparse_archive const archive(source);
  source.bound.require(static_cast<double>(source.size) + archive.unpacked_bytes(), source.path, "its arrays");
  auto const data = archive.header("data");
  require_numbers(archive.name_of("data"), data);
  io::file_header header{
      .rows = archive.rows(),
      .cols = archive.cols(),
      .entries = data.count,
      .values = data.kind == npy_kind::floating ? io::field::real : io::field::integer,
      .fits_32_bit = fit_32_bits({archive.rows(), archive.cols(), data.count}),
  };
  header.base = 0;
  if (data.kind != npy_kind::boolean) return header;
  auto const bytes = archive.unpack("data");
  auto const values = npy_array_of(archive.name_of("data"), bytes.view);
  header.values = archive.format() == "dia" ? io::field::pattern : field_of(values);
  return header;
}

template <class Index>
entry_places<Index> read_npz(text const& source, std::size_t value_bytes, value_taker const& take) {
  return npz_reader<Index>(source, value_bytes, take).read();
}

template entry_places<std::int32_t> read_npz(text const&, std::size_t, value_taker const&);
template entry_places<std::int64_t> read_npz(text const&, std::size_t, value_taker const&);

}  // namespace heddle::detail
