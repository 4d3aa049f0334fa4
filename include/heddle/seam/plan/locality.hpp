// locality.hpp - the locality plan: a preparation, kept with the matrix, that places a product's gathers better.
// Columns are named anew by falling degree, in coarse classes, so that the entries of the operand that are read most
// stand side by side, and on a GPU the heaviest of them (hubs) in shared memory. The order in which a row's products
// are combined does not change, unless the monoid is commutative.
#pragma once
#include <heddle/seam/plan/plan.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// {.schedule = merge_path{}, .locality = locality{}}: goes with every schedule, mask and semiring of mxv and vxm.
/// The product gathers from a copy of u in the new order, made each time: O(columns with entries) more work, none where
/// the columns stand by falling degree already (see relabel_by_degree). Results of exact types are those without the
/// plan; on a GPU, sums of floats may be bracketed otherwise where hubs are kept, which is where the schedule cuts
/// shares for blocks: a walk of its own takes their place, whose sums do not vary from run to run either. Preparation:
/// O(nnz + n), another array of nnz indices and a bit an entry; made at first use, dropped when the matrix changes.
/// Where too few gathers would fall on the hubs nothing is prepared and the product runs as without the plan.
/// Pushed products, and semirings that do not read u, take no notice of it.
struct locality {
  static constexpr std::string_view name = "locality";
  /// Of a multiprocessor's shared memory, for hubs; 0: as much as leaves the first-level cache room. With fewer than
  /// one element of u takes there are no hubs, and the plan does not help.
  int hub_bytes = 0;
  /// Least share of the gathers that must fall on the hubs beyond hubs / columns, which any columns would take.
  double least_coverage = 0.2;
  /// Least number of entries on a GPU: with fewer the launch that permutes u costs what the plan gains.
  size_type least_entries = 1 << 24;
  friend bool operator==(locality const&, locality const&) = default;
};

namespace detail {

/// Throws invalid_argument that names the number that makes no sense.
void check_locality(locality const& asked);

/// Hubs' bytes where nobody said: what a multiprocessor of an H200 gives before the first-level cache starves (there
/// are steps at 131, 163, 195 and 227 KB). R-MAT 22 and 20 in f32: 556 and 116 us with 176 KB, 545 and 107 with 192; in
/// f64 744 and 151, 756 and 151.
constexpr size_type default_hub_bytes = 192 * 1024;

/// Columns named anew: the label of a column is its place by falling class of degree (primitives::degree_class),
/// columns of a class in their old order. Exact degrees would be no better for the gathers, and x is permuted faster by
/// classes (H200, R-MAT 24: 95 us instead of 118).
template <index_type Index> struct column_labels {
  size_type used = 0;     // columns with entries: the first labels
  bool in_place = false;  // every column keeps its name, and the arrays are empty
  buffer<Index> order;    // [columns] order[label] = column
  buffer<Index> columns;  // [nnz] the labels of the entries' columns
};

/// What a locality plan came to for one matrix and one size of the operand's elements.
template <index_type Index> struct column_placement {
  locality asked;
  std::size_t value_bytes = 0;
  size_type hubs = 0;                                  // that fit into hub_bytes
  double coverage = 0;                                 // share of the gathers that fall on them
  std::string reason;                                  // why it helps or does not
  std::shared_ptr<column_labels<Index> const> labels;  // null: it does not
  std::shared_ptr<tile_marks const> marks;             // of the rows, on a GPU where it helps
};

/// Labels by falling class of degree, whatever they are worth. indices: [nnz] memory of `exec`. Reads back.
/// `heaviest`, where not null, receives the entries of the 1, 2, ... heaviest columns, at most 65536 of them.
template <index_type Index>
std::shared_ptr<column_labels<Index>> label_columns(executor const& exec, Index const* indices, size_type nnz,
                                                    size_type columns, std::vector<size_type>* heaviest = nullptr);

/// Fills `columns` of labels that are not in place.
template <index_type Index>
void rename_columns(executor const& exec, Index const* indices, size_type nnz, column_labels<Index>& labels);

}  // namespace detail
}  // namespace heddle
