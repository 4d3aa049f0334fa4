// compression.hpp - the compressed forms that a file may have: how each is told, unpacked and packed.
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace heddle::detail {

enum class compression { none, gzip, xz, zstd };

/// "gzip", "xz", "zstd".
char const* name_of(compression form);

/// Told by the first bytes of a file, of which six are enough.
compression compression_of(std::string_view first_bytes);

/// Whether a stream of that form may begin with this byte.
bool may_begin(compression form, char first);

/// Told by the ending `.gz`, `.xz` or `.zst`, which is taken off `name`.
compression take_ending(std::string& name);

/// "each also with .gz, .xz or .zst".
char const* known_endings();

/// Throws not_compiled, naming `path` and the package that is missing, where this build does not know the form.
void require_built(compression form, std::string const& path);

/// What is wrong with packed bytes; whoever knows the file turns it into an io_error.
struct packed_error {
  std::string reason;
};

/// Unpacks streams (members, frames) one after the other.
class unpacker {
 public:
  virtual ~unpacker() = default;
  /// Takes bytes off `in` and fills `out` from its front; both are shortened by what was used. True: the stream has
  /// ended. Throws packed_error, out_of_memory.
  virtual bool unpack(std::string_view& in, std::span<char>& out) = 0;
  /// What comes next is the beginning of another stream.
  virtual void restart() = 0;
};

class packer {
 public:
  using sink = std::function<void(std::string_view)>;

  virtual ~packer() = default;
  /// `last`: nothing follows. Throws out_of_memory and what `out` throws.
  virtual void pack(std::string_view text, bool last, sink const& out) = 0;
};

/// Of a form that this build knows, which require_built() has asked. An unpacker that needs more memory of its own than
/// `most_bytes`, or some 100 MiB where that is less, refuses.
std::unique_ptr<unpacker> make_unpacker(compression form, double most_bytes);
std::unique_ptr<packer> make_packer(compression form);

std::unique_ptr<unpacker> gzip_unpacker(double);
std::unique_ptr<packer> gzip_packer();
std::unique_ptr<unpacker> xz_unpacker(double most_bytes);
std::unique_ptr<packer> xz_packer();
std::unique_ptr<unpacker> zstd_unpacker(double most_bytes);
std::unique_ptr<packer> zstd_packer();

}  // namespace heddle::detail
