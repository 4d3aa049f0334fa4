// mpi.hpp - a group whose ranks are the processes of an MPI communicator. Needs <mpi.h>, and is in no other header.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <heddle/distributed/group.hpp>

namespace heddle::detail {

class mpi_communicator : public distributed::communicator {
 public:
  explicit mpi_communicator(MPI_Comm comm) {
    MPI_Comm_dup(comm, &comm_);  // what others send there is not mistaken for a group's
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &ranks_);
  }
  mpi_communicator(mpi_communicator const&) = delete;
  mpi_communicator& operator=(mpi_communicator const&) = delete;
  ~mpi_communicator() override { MPI_Comm_free(&comm_); }

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }

  void all_gather(primitives::byte const* mine, primitives::byte* all, std::span<size_type const> bytes) override {
    primitives::byte* to = all;
    for (int r = 0; r < ranks_; to += bytes[static_cast<std::size_t>(r++)]) {
      size_type const n = bytes[static_cast<std::size_t>(r)];
      if (r == rank_ && n > 0) std::memcpy(to, mine, static_cast<std::size_t>(n));
      in_runs(n, [&](size_type at, int run) { MPI_Bcast(to + at, run, MPI_BYTE, r, comm_); });
    }
  }

  void all_to_all(primitives::byte const* out, std::span<size_type const> out_bytes, primitives::byte* in,
                  std::span<size_type const> in_bytes) override {
    // In every round each rank sends to one and receives from one.
    for (int round = 0; round < ranks_; ++round) {
      int const to = (rank_ + round) % ranks_, from = (rank_ - round + ranks_) % ranks_;
      auto const [sent, send] = stretch(out_bytes, to);
      auto const [come, receive] = stretch(in_bytes, from);
      size_type const most = std::max(send, receive);
      in_runs(most, [&, sent = sent, come = come, send = send, receive = receive](size_type at, int run) {
        auto const part = [&](size_type all) { return static_cast<int>(std::clamp<size_type>(all - at, 0, run)); };
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        if (part(receive) > 0) MPI_Irecv(in + come + at, part(receive), MPI_BYTE, from, 0, comm_, &requests[0]);
        if (part(send) > 0) MPI_Isend(out + sent + at, part(send), MPI_BYTE, to, 0, comm_, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      });
    }
  }

 private:
  // MPI counts by int.
  template <class Move> static void in_runs(size_type bytes, Move const& move) {
    constexpr size_type most = size_type{1} << 30;
    for (size_type at = 0; at < bytes; at += most) move(at, static_cast<int>(std::min(most, bytes - at)));
  }
  // Where the bytes for or from a rank begin, and how many there are.
  static std::pair<size_type, size_type> stretch(std::span<size_type const> bytes, int rank) {
    size_type begin = 0;
    for (size_type const n : bytes.first(static_cast<std::size_t>(rank))) begin += n;
    return {begin, bytes[static_cast<std::size_t>(rank)]};
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, ranks_ = 1;
};

class mpi_group : public group_state {
 public:
  explicit mpi_group(MPI_Comm comm) : others_(comm), me_(others_, host_executor(1), 0), here_{others_.rank()} {}

  int ranks() const override { return others_.ranks(); }
  std::vector<int> const& local_ranks() const override { return here_; }
  void run(std::function<void(distributed::member&)> const& work) override {
    if (at_work_) throw invalid_argument("group: a rank at work has no group work for it");
    at_work_ = true;
    auto const error = me_.attend(work).first;
    at_work_ = false;
    if (error) std::rethrow_exception(error);
  }

 private:
  mpi_communicator others_;
  distributed::member me_;
  std::vector<int> here_;
  bool at_work_ = false;
};

}  // namespace heddle::detail

namespace heddle::distributed {

template <> inline group group::of_mpi(MPI_Comm comm) { return group(std::make_shared<detail::mpi_group>(comm)); }

}  // namespace heddle::distributed
