// group.hpp - ranks that work on one problem, each with its part of the data, and what they say to each other.
#pragma once
#include <functional>
#include <heddle/base/error.hpp>
#include <heddle/base/executor.hpp>
#include <heddle/base/types.hpp>
#include <memory>
#include <span>
#include <vector>

namespace heddle {
namespace distributed {

/// Another rank of a group ended with an error. That rank's process throws the error itself.
struct rank_failed : error {
  using error::error;
};

/// Bytes for a rank.
struct outgoing {
  int rank;
  void const* from;
  size_type bytes;
};
/// Bytes of a rank, and where they go.
struct incoming {
  int rank;
  void* to;
  size_type bytes;
};

/// How ranks speak. All of them call the same functions in the same order.
class communicator {
 public:
  virtual ~communicator() = default;
  virtual int rank() const = 0;
  virtual int ranks() const = 0;
  /// Whether ranks read each other's memory of the host as their own.
  virtual bool shares_memory() const { return false; }
  /// all[r] is the number of rank r.
  virtual void tell(size_type mine, std::span<size_type> all) = 0;
  /// What is sent arrives, in memory of `where`: the host, or the executor of the rank. The k-th array that goes from
  /// one rank to another is the k-th that this one awaits from there, and as long; a rank may send to itself. On the
  /// host the call returns when all is there, and what was sent may be changed. On a GPU that holds for the work that
  /// is given to the executor afterwards.
  virtual void exchange(executor const& where, std::span<outgoing const> out, std::span<incoming const> in) = 0;
  /// Begins an exchange of arrays in the memory of a GPU, `where`; what is given to the executor from now on does not
  /// wait for it, until finish(). One at a time. Elsewhere all is there when it returns.
  virtual void begin(executor const& where, std::span<outgoing const> out, std::span<incoming const> in) {
    exchange(where, out, in);
  }
  virtual void finish() noexcept {}
  /// This rank ends with an error that it has not told yet.
  virtual void fails() noexcept {}
};

/// Bytes of every rank, one behind the other.
class pieces {
 public:
  explicit pieces(std::vector<size_type> sizes);
  std::span<primitives::byte const> of(int rank) const {
    auto const r = static_cast<std::size_t>(rank);
    return {bytes_.get() + begins_[r], static_cast<std::size_t>(sizes_[r])};
  }
  std::span<size_type const> sizes() const { return sizes_; }
  primitives::byte* data() { return bytes_.get(); }

 private:
  std::vector<size_type> sizes_, begins_;
  std::unique_ptr<primitives::byte[]> bytes_;
};

/// A rank at work. Before anything is sent all ranks tell whether they are still well, so that one rank's exception
/// ends the work of all, and nobody waits for a rank that is gone.
class member {
 public:
  member(communicator& others, executor exec, std::size_t place)
      : others_(&others), exec_(std::move(exec)), place_(place), numbers_(static_cast<std::size_t>(others.ranks())) {}

  int rank() const { return others_->rank(); }
  int ranks() const { return others_->ranks(); }
  /// Where this rank's parts live, and its operations run.
  executor const& exec() const { return exec_; }
  /// exec() where that is the host, else one thread of the host.
  executor host() const { return exec_.is_host() ? exec_ : host_executor(1); }
  /// Of this rank's parts, among those of this process.
  std::size_t place() const { return place_; }
  /// Whether all ranks work in one memory of the host, where one of them can make what all read.
  bool shares_memory() const { return exec_.is_host() && others_->shares_memory(); }

  /// The numbers of all ranks, none of them negative. Throws rank_failed where a rank ended with an exception.
  std::span<size_type const> agree(size_type mine = 0);
  /// Their sum, at every rank.
  size_type sum_of_all(size_type mine);
  /// What every rank sent, at every rank: bytes of the host.
  pieces all_gather(std::span<primitives::byte const> mine);
  /// out[r] goes to rank r; what came from every rank: bytes of the host.
  pieces exchange(std::vector<std::vector<primitives::byte>> const& out);
  /// out[r] goes to rank r, and in[r] comes from it.
  void exchange(std::span<size_type const> out, std::span<size_type> in);
  /// Arrays in memory of `where`, which is exec() or the host: see communicator. Everything that may fail comes before.
  void exchange(executor const& where, std::span<outgoing const> out, std::span<incoming const> in);

  /// The same in memory of exec(), beside the work that it is given until finish_exchange().
  void begin_exchange(std::span<outgoing const> out, std::span<incoming const> in);
  void finish_exchange() noexcept { others_->finish(); }

  /// Does `work` as one of the group, whose members all do: what went wrong, and whether it began here.
  std::pair<std::exception_ptr, bool> attend(std::function<void(member&)> const& work) noexcept;

 private:
  communicator* others_;
  executor exec_;
  std::size_t place_;
  std::vector<size_type> numbers_;  // here before work begins, so that a failure can always be told
  bool ended_ = false;              // a rank has failed, and all know
};

}  // namespace distributed

namespace detail {

/// The arrays that a rank sends and awaits in one exchange. Empty ones are left out, at both of their ranks.
struct exchanged_arrays {
  std::vector<distributed::outgoing> out;
  std::vector<distributed::incoming> in;

  template <class T> void send(int rank, T const* from, size_type count) {
    if (count > 0) out.push_back({rank, from, count * static_cast<size_type>(sizeof(T))});
  }
  template <class T> void await(int rank, T* to, size_type count) {
    if (count > 0) in.push_back({rank, to, count * static_cast<size_type>(sizeof(T))});
  }
};

struct group_state {
  virtual ~group_state() = default;
  virtual int ranks() const = 0;
  virtual std::vector<int> const& local_ranks() const = 0;
  virtual void run(std::function<void(distributed::member&)> const& work) = 0;
};

}  // namespace detail

namespace distributed {

/// Ranks 0, 1, ... that share out matrices and vectors. A value; copies are the same group. One call of a program at a
/// time has a group at work, others wait.
class group {
 public:
  /// `ranks` threads of this process, each a host rank with one thread. Throws invalid_argument unless there is one.
  static group of_threads(int ranks);
  /// GPUs of this process, by their CUDA numbers, each a rank with a thread, a stream and NCCL between them. A program
  /// that calls it links heddle::nccl (docs/linking.md). Throws not_compiled where that was built without NCCL,
  /// invalid_argument where there is no device or one twice, cuda_error where one does not exist.
  static group of_devices(std::vector<int> const& devices);
  /// The processes of an MPI communicator, each a host rank with one thread; <heddle/distributed/mpi.hpp> defines it.
  /// All of them call it, between MPI_Init and MPI_Finalize, and let go of the group before the latter.
  template <class Comm> static group of_mpi(Comm comm);

  explicit group(std::shared_ptr<detail::group_state> state) : state_(std::move(state)) {}
  group(group const&) noexcept = default;  // moving copies: what was moved from is the same group
  group& operator=(group const&) noexcept = default;

  int ranks() const { return state_->ranks(); }
  /// Those whose parts this process has.
  std::vector<int> const& local_ranks() const { return state_->local_ranks(); }
  /// Has every rank do `work`, each in its own thread, and returns when all are done. Where one throws, all end, and
  /// the first error is thrown. Throws invalid_argument when it is called from inside of such work.
  void run(std::function<void(member&)> const& work) const { state_->run(work); }

  friend bool operator==(group const& a, group const& b) { return a.state_ == b.state_; }

 private:
  std::shared_ptr<detail::group_state> state_;
};

}  // namespace distributed
}  // namespace heddle
