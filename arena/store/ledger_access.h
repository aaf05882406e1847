#ifndef ARENA_STORE_LEDGER_ACCESS_H_
#define ARENA_STORE_LEDGER_ACCESS_H_

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/store/database.h"

namespace flagfall::arena::store {

// How code that answers calls comes by a connection to the ledger: opened for the one call, taken from a pool, or
// shared and locked. A connection may be used as long as the pointer lives, by one thread; the pointer's end closes it,
// gives it back or unlocks it.
class LedgerAccess {
 public:
  using Connection = std::shared_ptr<Database>;
  using Open = std::function<absl::StatusOr<Connection>()>;

  LedgerAccess(Open for_reading, Open for_writing)
      : for_reading_(std::move(for_reading)), for_writing_(std::move(for_writing)) {}

  // One connection that is open already, for whatever it was opened. It must outlive this object and all copies.
  explicit LedgerAccess(Database& open)
      : for_reading_([&open] { return Connection(Connection(), &open); }), for_writing_(for_reading_) {}

  // Errors as Database::OpenForReading's and OpenForWriting's.
  absl::StatusOr<Connection> ForReading() const { return for_reading_(); }
  absl::StatusOr<Connection> ForWriting() const { return for_writing_(); }

 private:
  Open for_reading_;
  Open for_writing_;
};

}  // namespace flagfall::arena::store

#endif  // ARENA_STORE_LEDGER_ACCESS_H_
