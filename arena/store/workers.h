#ifndef ARENA_STORE_WORKERS_H_
#define ARENA_STORE_WORKERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/store/database.h"
#include "flagfall/v1/hosting.pb.h"
#include "referee/base/micros.h"

namespace flagfall::arena::store {

// A machine that plays games: whose token it shows, and the name that it gives itself.
struct WorkerName {
  std::string user;
  std::string name;

  friend bool operator==(const WorkerName&, const WorkerName&) = default;
  friend bool operator<(const WorkerName& a, const WorkerName& b) {
    return std::tie(a.user, a.name) < std::tie(b.user, b.name);
  }
};

// What happened to a worker beside its results.
struct WorkerNote {
  WorkerName worker;
  // When; since 1970.
  Micros seen{};
  // As it has measured last; absent when it has not said.
  std::optional<std::int64_t> plies_per_second = std::nullopt;
  // To be added to what was noted before.
  std::int64_t returned_games = 0;
  std::int64_t bot_faults = 0;
  // Why it gets no games from now on until a host says so; empty when nothing is to change in that.
  std::string suspected_reason = {};
};

// Returns the worker's key, and adds the worker where it is new. NOT_FOUND when the home knows no such user.
absl::StatusOr<std::int64_t> WorkerKey(Database& database, const WorkerName& worker, Micros seen);

// Puts all notes down in one transaction. Errors as WorkerKey's.
absl::Status NoteWorkers(Database& database, absl::Span<const WorkerNote> notes);

// Returns all workers of which anything is known, ordered by user and name, with what they have handed in.
absl::StatusOr<std::vector<v1::WorkerStatus>> ListWorkers(Database& database);

// NOT_FOUND when there is none.
absl::StatusOr<v1::WorkerStatus> FindWorker(Database& database, const WorkerName& worker);

// The users who have, or had, a worker of that name, in order.
absl::StatusOr<std::vector<std::string>> UsersOfWorker(Database& database, const std::string& name);

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_WORKERS_H_
