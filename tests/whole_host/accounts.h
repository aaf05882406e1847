#ifndef TESTS_WHOLE_HOST_ACCOUNTS_H_
#define TESTS_WHOLE_HOST_ACCOUNTS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/store/database.h"
#include "arena/store/results.h"
#include "flagfall/v1/record.pb.h"
#include "tests/whole_host/plan.h"
#include "tests/whole_host/referee_host.h"

namespace flagfall::whole_host {

// What was said to somebody outside of the server, kept outside of it, and what must hold of a host. Each check returns
// what is wrong; an empty text when nothing is.
class Accounts {
 public:
  explicit Accounts(const Plan& plan);

  // --- What was acknowledged. ---

  void NoteStored(const std::vector<arena::store::GameResult>& results,
                  const std::vector<arena::store::Receipt>& receipts);
  // Whoever looks sees the results that this ledger holds.
  void NoteShown(arena::store::Database& ledger);
  // Somebody was told that a result of this game is stored, or that the tournament has that state.
  void NoteToldStored(const std::string& game_id) { told_stored_.insert(game_id); }
  void NoteTold(std::int64_t tournament_id, v1::Tournament::State state) { told_states_[tournament_id] = state; }
  void NoteSubmission(std::int64_t id, v1::Submission::State state) { told_submissions_[id] = state; }

  // --- Checks. ---

  // A game has ended on the server's own machine: nobody was charged for the host's fault, and an honest bot to which
  // nothing was done has not lost by anything but play.
  std::string CheckGame(const v1::GameRecord& record, const RefereeHost& host) const;
  // Whether the disk was changed since this was asked last.
  bool HasChanged(std::uint64_t operations) { return std::exchange(operations_, operations) != operations; }
  // Nothing acknowledged is lost or another; looks at a few of the results, at others each time.
  std::string CheckSomeAcknowledged(arena::store::Database& ledger);
  // The file is sound besides, and nothing is doubled. `is_thorough`: all that `flagfall db check` looks at too, and
  // the table of each tournament against a count of its own.
  std::string CheckLedger(arena::store::Database& ledger, bool is_thorough) const;

  std::uint64_t acknowledged() const { return acknowledged_.size(); }

 private:
  // A game and an attempt at it; attempt 0 is the one that counts.
  using Result = std::pair<std::string, std::uint32_t>;

  std::string CheckResult(arena::store::Database& ledger, const Result& result, const std::string& bytes) const;
  std::string CheckTable(arena::store::Database& ledger, std::int64_t tournament_id) const;
  std::string CheckClocks(const v1::GameRecord& record, const RefereeHost& host) const;

  // Honest bots, and those of them that no fault is for.
  std::set<std::string> honest_;
  std::set<std::string> untouched_;
  std::map<Result, std::string> acknowledged_;
  // The last one that CheckSomeAcknowledged has looked at.
  Result looked_at_;
  std::uint64_t operations_ = 0;
  std::set<std::string> told_stored_;
  std::map<std::int64_t, v1::Tournament::State> told_states_;
  std::map<std::int64_t, v1::Submission::State> told_submissions_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_ACCOUNTS_H_
