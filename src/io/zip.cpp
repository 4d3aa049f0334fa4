// zip.cpp - the members of a zip archive that lies in memory, of which nothing is believed.
#include "src/io/zip.hpp"

#include <zlib.h>

#include <algorithm>

#include "src/io/little_endian.hpp"
#include "src/io/saved_checksum.hpp"

namespace heddle::detail {
namespace {

constexpr std::uint32_t local_mark = 0x04034b50, central_mark = 0x02014b50, end_mark = 0x06054b50,
                        wide_end_mark = 0x06064b50, wide_locator_mark = 0x07064b50;
constexpr std::size_t local_size = 30, central_size = 46, end_size = 22, wide_end_size = 56, wide_locator_size = 20;
constexpr std::size_t longest_comment = 0xffff;
constexpr size_type largest_ratio = 1032;                   // of what deflate makes smaller
constexpr std::size_t zlib_at_once = std::size_t{1} << 30;  // zlib counts in 32 bits

/// Unpacks into `out` until that is full or the data end; how many bytes there were, and whether the data ended.
class raw_inflater {
 public:
  explicit raw_inflater(std::string_view packed) : packed_(packed) {
    if (inflateInit2(&stream_, -15) != Z_OK) throw out_of_memory("no memory to unpack zip data");
  }
  ~raw_inflater() { inflateEnd(&stream_); }
  raw_inflater(raw_inflater const&) = delete;
  raw_inflater& operator=(raw_inflater const&) = delete;

  /// False: the data are damaged.
  bool inflate_into(char* out, size_type room) {
    int status = Z_OK;
    while (status == Z_OK && got_ <= room) {
      auto const given = std::min(packed_.size(), zlib_at_once);
      auto const wanted = std::min(static_cast<std::size_t>(room - got_), zlib_at_once);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
      stream_.avail_in = static_cast<uInt>(given);
      stream_.next_out = reinterpret_cast<Bytef*>(out + got_);
      stream_.avail_out = static_cast<uInt>(wanted);
      status = inflate(&stream_, Z_NO_FLUSH);
      packed_.remove_prefix(given - stream_.avail_in);
      got_ += static_cast<size_type>(wanted - stream_.avail_out);
    }
    ended_ = status == Z_STREAM_END;
    return ended_ || status == Z_BUF_ERROR;  // the latter: the room is full, or more bytes were wanted
  }
  size_type got() const { return got_; }
  bool took_all() const { return ended_ && packed_.empty(); }

 private:
  std::string_view packed_;
  z_stream stream_{};
  size_type got_ = 0;
  bool ended_ = false;
};

/// The sizes and the place of a large member, which stand in its extra field in this order where 32 bits are all ones.
struct wide_numbers {
  std::uint64_t size, packed_size, place;
};

bool widen(std::string_view extra, wide_numbers& numbers) {
  constexpr std::uint64_t none = 0xffffffff;
  if (numbers.size != none && numbers.packed_size != none && numbers.place != none) return true;
  while (extra.size() >= 4) {
    auto const id = little<std::uint16_t>(extra, 0);
    auto field = extra.substr(4, little<std::uint16_t>(extra, 2));
    if (field.size() < little<std::uint16_t>(extra, 2)) return false;
    extra.remove_prefix(4 + field.size());
    if (id != 1) continue;
    for (auto* const number : {&numbers.size, &numbers.packed_size, &numbers.place}) {
      if (*number != none) continue;
      if (field.size() < 8) return false;
      *number = little<std::uint64_t>(field, 0);
      field.remove_prefix(8);
    }
    return true;
  }
  return false;
}

}  // namespace

void zip_archive::fail(std::string const& reason) const { detail::fail(path_, reason); }

zip_archive::zip_archive(std::string const& path, std::string_view bytes) : path_(path), bytes_(bytes) {
  read_directory();
}

zip_member const* zip_archive::find(std::string const& name) const {
  auto const found = members_.find(name);
  return found == members_.end() ? nullptr : &found->second;
}

zip_member const& zip_archive::existing(std::string const& name) const {
  auto const* const member = find(name);
  if (member == nullptr) fail("the archive has no member " + detail::quoted(name));
  return *member;
}

void zip_archive::read_directory() {
  if (bytes_.size() < end_size) fail("the zip archive ends early");
  std::size_t end = bytes_.size() - end_size;
  auto const first = end - std::min(end, longest_comment);
  auto const is_end = [&](std::size_t at) {
    return little<std::uint32_t>(bytes_, at) == end_mark &&
           at + end_size + little<std::uint16_t>(bytes_, at + 20) == bytes_.size();
  };
  while (end > first && !is_end(end)) --end;
  if (!is_end(end)) fail("the zip archive ends early, or is damaged: its directory is not there");
  std::uint64_t count = little<std::uint16_t>(bytes_, end + 10), size = little<std::uint32_t>(bytes_, end + 12),
                place = little<std::uint32_t>(bytes_, end + 16);
  bool const one_disk = little<std::uint16_t>(bytes_, end + 8) == count && little<std::uint32_t>(bytes_, end + 4) == 0;
  std::size_t directory_end = end;
  if (count == 0xffff || size == 0xffffffff || place == 0xffffffff) {
    bool const has_locator =
        end >= wide_locator_size && little<std::uint32_t>(bytes_, end - wide_locator_size) == wide_locator_mark;
    auto const wide = has_locator ? little<std::uint64_t>(bytes_, end - wide_locator_size + 8) : 0;
    if (!has_locator || wide > end - wide_locator_size || end - wide_locator_size - wide < wide_end_size ||
        little<std::uint32_t>(bytes_, wide) != wide_end_mark) {
      fail("the zip archive is damaged: its directory is not where it should be");
    }
    count = little<std::uint64_t>(bytes_, wide + 32);
    size = little<std::uint64_t>(bytes_, wide + 40);
    place = little<std::uint64_t>(bytes_, wide + 48);
    directory_end = wide;
  } else if (!one_disk) {
    fail("the zip archive has several parts, which are not read");
  }
  if (place > directory_end || size > directory_end - place || count > size / central_size) {
    fail("the zip archive is damaged: its directory is not where it should be");
  }
  auto directory = bytes_.substr(place, size);
  for (std::uint64_t k = 0; k < count; ++k) read_entry(directory, static_cast<size_type>(place));
  if (!directory.empty()) fail("the zip archive is damaged: its directory holds more than it says");
}

void zip_archive::read_entry(std::string_view& directory, size_type directory_begin) {
  auto const damaged = [&] { fail("the zip archive is damaged: an entry of its directory is wrong"); };
  if (directory.size() < central_size || little<std::uint32_t>(directory, 0) != central_mark) damaged();
  auto const flags = little<std::uint16_t>(directory, 8), method = little<std::uint16_t>(directory, 10);
  std::size_t const name_size = little<std::uint16_t>(directory, 28), extra_size = little<std::uint16_t>(directory, 30),
                    comment_size = little<std::uint16_t>(directory, 32);
  if (directory.size() - central_size < name_size + extra_size + comment_size) damaged();
  std::string const name(directory.substr(central_size, name_size));
  wide_numbers numbers{little<std::uint32_t>(directory, 24), little<std::uint32_t>(directory, 20),
                       little<std::uint32_t>(directory, 42)};
  if (!widen(directory.substr(central_size + name_size, extra_size), numbers)) damaged();
  auto const checksum = little<std::uint32_t>(directory, 16);
  directory.remove_prefix(central_size + name_size + extra_size + comment_size);
  if ((flags & 1) != 0) fail("the member " + detail::quoted(name) + " is encrypted");
  if (method != 0 && method != 8) {
    fail(concat("the member ", detail::quoted(name), " is compressed by method ", method, ", not stored or deflated"));
  }
  auto const before = bytes_.substr(0, static_cast<std::size_t>(directory_begin));
  if (numbers.place > before.size() || before.size() - numbers.place < local_size) damaged();
  auto local = before.substr(numbers.place);
  std::size_t const local_name = little<std::uint16_t>(local, 26), local_extra = little<std::uint16_t>(local, 28);
  if (little<std::uint32_t>(local, 0) != local_mark || local.size() - local_size < local_name + local_extra) damaged();
  if (local.substr(local_size, local_name) != name) damaged();
  local.remove_prefix(local_size + local_name + local_extra);
  if (numbers.packed_size > local.size()) fail("the member " + detail::quoted(name) + " is longer than the archive");
  auto const packed = static_cast<size_type>(numbers.packed_size);
  bool const credible = method == 0 ? numbers.size == numbers.packed_size
                                    : numbers.size <= static_cast<std::uint64_t>(packed) * largest_ratio;
  if (!credible) {
    fail(concat("the member ", detail::quoted(name), " cannot hold the ", numbers.size,
                " bytes that the directory says"));
  }
  zip_member const member{local.substr(0, numbers.packed_size), static_cast<size_type>(numbers.size), checksum,
                          method == 8};
  if (!members_.emplace(name, member).second) fail("the archive has two members " + detail::quoted(name));
}

std::string zip_archive::beginning(std::string const& name, size_type most) const {
  auto const& member = existing(name);
  auto const wanted = std::min(most, member.size);
  if (!member.deflated) return std::string(member.packed.substr(0, static_cast<std::size_t>(wanted)));
  std::string bytes(static_cast<std::size_t>(wanted), '\0');
  raw_inflater inflater(member.packed);
  if (!inflater.inflate_into(bytes.data(), wanted))
    fail("the deflated data of " + detail::quoted(name) + " are damaged");
  bytes.resize(static_cast<std::size_t>(inflater.got()));
  return bytes;
}

zip_bytes zip_archive::unpack(std::string const& name) const {
  auto const& member = existing(name);
  zip_bytes result{member.packed, nullptr};
  if (member.deflated) {
    result.inflated = std::make_unique_for_overwrite<char[]>(static_cast<std::size_t>(member.size) + 1);
    raw_inflater inflater(member.packed);
    // With room for one byte more than there should be.
    bool const whole = inflater.inflate_into(result.inflated.get(), member.size + 1) && inflater.took_all();
    if (!whole || inflater.got() != member.size) fail("the deflated data of " + detail::quoted(name) + " are damaged");
    result.view = {result.inflated.get(), static_cast<std::size_t>(member.size)};
  }
  running_checksum sum;
  sum.add(result.view.data(), result.view.size());
  if (sum.value() != member.checksum) fail("the checksum of " + detail::quoted(name) + " is wrong");
  return result;
}

}  // namespace heddle::detail
