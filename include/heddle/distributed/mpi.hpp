// mpi.hpp - a group whose ranks are the processes of an MPI communicator. Needs <mpi.h>, and is in no other header.
#pragma once
#include <mpi.h>

#include <algorithm>
#include <heddle/distributed/ranks/group.hpp>

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

  void tell(size_type mine, std::span<size_type> all) override {
    MPI_Allgather(&mine, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, comm_);
  }

  void exchange(executor const&, std::span<distributed::outgoing const> out,
                std::span<distributed::incoming const> in) override {
    // In every round each rank sends to one and receives from one: what goes first is received first.
    for (int round = 0; round < ranks_; ++round) {
      int const to = (rank_ + round) % ranks_, from = (rank_ - round + ranks_) % ranks_;
      auto sent = out.begin();
      auto come = in.begin();
      for (;;) {
        sent = std::find_if(sent, out.end(), [&](auto const& array) { return array.rank == to; });
        come = std::find_if(come, in.end(), [&](auto const& array) { return array.rank == from; });
        if (sent == out.end() && come == in.end()) break;
        distributed::outgoing const send = sent == out.end() ? distributed::outgoing{to, nullptr, 0} : *sent++;
        distributed::incoming const receive = come == in.end() ? distributed::incoming{from, nullptr, 0} : *come++;
        pass(send, receive);
      }
    }
  }

 private:
  // One array each way, in runs: MPI counts by int.
  void pass(distributed::outgoing const& send, distributed::incoming const& receive) {
    constexpr size_type most = size_type{1} << 30;
    for (size_type at = 0; at < std::max(send.bytes, receive.bytes); at += most) {
      auto const run = [&](size_type bytes) { return static_cast<int>(std::clamp<size_type>(bytes - at, 0, most)); };
      MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
      if (run(receive.bytes) > 0) {
        auto* const to = static_cast<primitives::byte*>(receive.to) + at;
        MPI_Irecv(to, run(receive.bytes), MPI_BYTE, receive.rank, 0, comm_, &requests[0]);
      }
      if (run(send.bytes) > 0) {
        auto const* const from = static_cast<primitives::byte const*>(send.from) + at;
        MPI_Isend(from, run(send.bytes), MPI_BYTE, send.rank, 0, comm_, &requests[1]);
      }
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
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
