// files.hpp - matrices and graphs from files and to files: Matrix Market, DIMACS shortest path, METIS, smtx, lists, NPZ
// and NPY; and files that appear whole or not at all.
// Boisvert, Pozo, Remington, "The Matrix Market Exchange Formats: Initial Design", NISTIR 5935, 1996.
// 9th DIMACS Implementation Challenge, "Shortest Paths", file formats, 2006.
// Karypis, Kumar, "METIS: A Software Package for Partitioning Unstructured Graphs", version 5.1, section 4.1.1.
#pragma once
#include <concepts>
#include <cstdint>
#include <heddle/base/executor.hpp>
#include <heddle/io/coordinates.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle::io {

/// heddle::progress_callback.
using heddle::progress_callback;

/// What can be known before the types are chosen, and what was understood of the file.
struct file_header {
  size_type rows = 0;
  size_type cols = 0;
  size_type entries = 0;  // lines that hold one, before a symmetric file is expanded
  field values = field::real;
  bool symmetric = false;
  bool skew = false;
  bool array = false;
  bool fits_32_bit = true;            // rows, columns and expanded entries all stay below 2^31
  std::string format = {};            // "Matrix Market", "DIMACS", "METIS", "smtx", "edge list"
  bool undirected = false;            // each edge counts both ways, by the file's words or by read_options::undirected
  size_type base = 1;                 // the number that the file has for its first row or vertex
  size_type unused = 0;               // of an edge list: vertices below the last that no edge touches
  std::vector<std::string> left_out;  // columns of an edge list that are not read
  std::vector<std::string> notes;     // what whoever uses the file should know, a sentence each, without a full stop
};

/// How a file is read where it does not say so itself, or says it wrongly.
struct read_options {
  /// False: a NaN value is an error that names its line (an ordering of distances has no place for it).
  bool allow_nan = true;
  /// The most memory that the file's contents, unpacked, and its entries may take together; none: what the machine, or
  /// the container that the process is in, has left.
  std::optional<size_type> memory_limit_bytes = {};
  /// True: every edge counts both ways; one that is listed both ways already gets no second image. False: edges of a
  /// list stand as they are listed, though it calls itself undirected. None: as the file says. A matrix that is not
  /// square or is skew-symmetric cannot be undirected, nor what keeps one triangle or METIS's adjacency be directed.
  std::optional<bool> undirected = {};
  /// The number of the first vertex of an edge list, 0 or 1; none: as the file says, else 0. Of other formats it is
  /// known, and may not be contradicted.
  std::optional<size_type> base = {};
  /// Vertices are numbered 0, 1, 2, ... in the order in which entries name them, row before column, so that none is
  /// without an entry; coordinates::names has the numbers of the file. The matrix must be square.
  bool compact = false;
  /// Of an edge list: the columns of source, target and, where there are weights, weight, as "1,2,4", numbered from 1,
  /// or by the words of the header line, as "from,to,cost", whatever the case. Empty: as the header's words say, else
  /// "1,2,3". Columns that are not read may hold anything.
  std::string columns = {};
};

/// The extensions that read() knows, for messages: ".mtx, .gr, ..."; each may be followed by .gz, .xz or .zst.
std::string known_extensions();

/// Throws invalid_argument unless write() knows the extension of `path`, listing those that it does; opens nothing.
void check_extension(std::string const& path);

/// What a file says of itself counts first, its extension second: a Matrix Market banner, a DIMACS line `p sp`, or
/// smtx's sizes and offsets make it one of those whatever its name is. Else .mtx, .gr, .smtx and .graph are what they
/// say, and .el, .wel, .edges, .txt, .tsv, .csv are lists of edges `u v [weight]`, as is any other name whose lines can
/// be nothing else. Columns stand between blanks, tabs, commas or semicolons, behind a header line or none; comments
/// begin with # or %, and their words (`# Undirected graph`, `% sym`, `# Nodes: 5 Edges: 7`) are followed.
/// What scipy.sparse.save_npz, numpy.save (n x 2 or n x 3: edges) and heddle::save write is known by its first bytes,
/// and so is what gzip, xz or zstd compressed. Reads the beginning of a Matrix Market file, all of others, whose values
/// stand nowhere else. Throws io_error naming file, line and reason, or file and sizes if the text does not fit into
/// memory; invalid_argument for options that contradict the format, or where nothing tells it; out_of_memory.
[[nodiscard]] file_header read_header(std::string const& path, read_options const& options = {});

/// The whole file, parsed in parallel; symmetric and skew-symmetric ones are expanded (skew with its sign), and
/// undirected lists as symmetric ones are. Entries of a symmetric file may stand in either triangle, but an entry and
/// its mirror image must not both be listed.
/// T is float, double, int32_t, int64_t, uint8_t or uint64_t; Index int32_t or int64_t. Every value must fit T exactly,
/// except that floating-point T rounds to nearest; all values of an integer file must fit int64_t, or all uint64_t.
/// Only regular files are read. What the file holds, not what it claims, decides what memory is taken, and more than
/// `options` allow is refused while reading, compressed data while they are unpacked. Throws io_error naming file, line
/// and reason, or file and sizes if memory is too small; index_overflow naming the wider type when Index is too small
/// (before anything is allocated for entries where the file states its size); invalid_argument as read_header does;
/// out_of_memory.
template <class T, class Index = std::int32_t>
[[nodiscard]] coordinates<T, Index> read(std::string const& path, progress_callback const& progress = {},
                                         read_options const& options = {});

/// How a file is written.
struct write_options {
  std::string extension = {};  // "mtx", "gr.xz": decides in place of that of the path
};

/// Writes `entries` in the format that the extension names (see read()), so that reading gives the same matrix; .gz,
/// .xz and .zst behind it compress. Throws not_compiled where this build does not know the compressed form.
/// Symmetric ones become a symmetric Matrix Market file that holds the lower triangle; DIMACS files and edge lists
/// number one set of vertices, so they take square matrices only; DIMACS needs weights, so a pattern gets ones.
/// The file appears whole or not at all.
/// Throws io_error naming the file and the system's reason; out_of_memory; invalid_argument for an unknown extension, a
/// matrix that is not square where it must be, or one that is marked symmetric and is not.
template <class T, class Index>
void write(std::string const& path, coordinates<T, Index> const& entries, progress_callback const& progress = {},
           write_options const& options = {});

/// Text output to `path`, collected in a temporary file in its folder, which has no name yet where the file system
/// allows that. commit() gives it its name; without commit() the destructor removes it, so an error leaves whatever
/// `path` was before. Symbolic links are followed, also to a file that is not there yet. Devices and pipes are written
/// directly, since nothing can be renamed onto them; so are /dev/stdout, /dev/stderr and /dev/fd/N, which continue
/// where their owner stands (who should flush first).
/// Throws io_error naming the path and the system's reason.
class output_file {
 public:
  explicit output_file(std::string path);
  ~output_file();
  output_file(output_file&&) noexcept;
  output_file& operator=(output_file&&) noexcept;

  void write(std::string_view text);

  /// One number and a line end: the shortest text that reads back as the same value; `inf` and `-inf` for infinities.
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void write_line(Number number) {
    if constexpr (std::floating_point<Number>) {
      write_digits(number);
    } else if constexpr (std::is_signed_v<Number>) {
      write_digits(std::int64_t{number});
    } else {
      write_digits(std::uint64_t{number});
    }
  }

  /// Everything written so far is flushed and the file takes its name; nothing can be written afterwards.
  void commit();

 private:
  template <class Number> void write_digits(Number number);
  void open_target();
  void flush();
  void abandon() noexcept;

  std::string path_;       // as given, for messages
  std::string target_;     // where it ends up, links followed
  std::string temporary_;  // empty: the target is written directly, or the temporary file is nameless
  std::string buffer_;
  bool nameless_ = false;
  int descriptor_ = -1;
};

}  // namespace heddle::io
