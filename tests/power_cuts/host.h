#ifndef TESTS_POWER_CUTS_HOST_H_
#define TESTS_POWER_CUTS_HOST_H_

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/runner/ledger_writer.h"
#include "arena/store/database.h"
#include "arena/store/results.h"

namespace flagfall::power_cuts {

// What came of a call: its status, and what it returned as text.
struct Outcome {
  absl::Status status;
  std::string value = {};
};

// Writes to a ledger. The same call on two equal ledgers has the same outcome and leaves them equal.
using Call = std::function<Outcome(arena::store::Database&)>;

// Something that a host does to its ledger.
struct Action {
  std::string name;
  // Transactions that follow each other. Together they are what `whole` does.
  std::vector<Call> steps;
  // Does all steps. Adds one to `acknowledged` for each step of which the caller has been told that it is on the disk
  // before the call returns.
  std::function<Outcome(arena::store::Database&, std::size_t& acknowledged)> whole;
  // What is to be stored, where that is why it is done.
  std::vector<arena::store::GameResult> results = {};
};

// Faults of a host, for tests of the tests.
struct HostFaults {
  // A result that was not acknowledged is stored again under another number.
  bool numbers_anew = false;
  // A registration is not one transaction.
  bool splits_registration = false;
};

// A host that does what hosts do, by chance: it stores results and faults of bots, makes, pauses and ends tournaments,
// challenges and series, takes submissions, users, tokens, sessions, links, invitations and webhooks in, and notes what
// workers do. It keeps accounts of its own of the results that were acknowledged.
class Host {
 public:
  Host(std::uint64_t seed, HostFaults faults) : seed_(seed), faults_(faults) {}

  // Draws what it does next. `ledger` must hold what the ledger of the host holds.
  Action Draw(int number, arena::store::Database& ledger);

  // The ledger has said that these are on the disk.
  void Acknowledge(const std::vector<arena::store::GameResult>& results,
                   const std::vector<arena::store::Receipt>& receipts);
  // Nobody has said so: it may store them again.
  void Retry(const std::vector<arena::store::GameResult>& results);
  // Returns what is wrong with the results in the ledger: one that was acknowledged is missing or another, or one is
  // there twice. Empty when nothing is.
  std::string CheckResults(arena::store::Database& ledger) const;
  std::size_t acknowledged() const { return acknowledged_.size(); }

 private:
  Action StoreSome(std::mt19937_64& random, arena::store::Database& ledger);
  arena::store::GameResult NewResult(std::mt19937_64& random, arena::store::Database& ledger,
                                     std::int64_t tournament_id);
  // Gives the result a record of its own, by which it is known wherever it lies.
  void Mark(arena::store::GameResult& result, std::mt19937_64& random);

  const std::uint64_t seed_;
  const HostFaults faults_;
  std::uint64_t marks_ = 0;
  std::vector<arena::store::GameResult> to_retry_;
  // The bytes of the record, by the game's id and the attempt; 0 for the game that counts.
  std::map<std::pair<std::string, std::uint32_t>, std::string> acknowledged_;
};

// An action of one transaction.
Action Single(std::string name, Call call);

// As text, to be compared.
Outcome OutcomeOf(const absl::Status& status);
template <typename T, typename F>
Outcome OutcomeOf(const absl::StatusOr<T>& result, F to_text) {
  return {.status = result.status(), .value = result.ok() ? to_text(*result) : ""};
}

// The actions of the host's parts. Each draws one by what the ledger holds.
Action DrawTournamentAction(std::mt19937_64& random, arena::store::Database& ledger, Micros now);
Action DrawPeopleAction(std::mt19937_64& random, arena::store::Database& ledger, Micros now, bool splits_registration);
Action DrawBotAction(std::mt19937_64& random, arena::store::Database& ledger, Micros now);
Action DrawWorkerAction(std::mt19937_64& random, arena::store::Database& ledger, Micros now);
Action DrawWebhookAction(std::mt19937_64& random, arena::store::Database& ledger, Micros now);
// Makes a tournament that runs, between the bots that there are.
Action CreateRunning(std::mt19937_64& random, arena::store::Database& ledger, Micros now);

// What a read of a ledger without faults returns.
template <typename T>
T Must(absl::StatusOr<T> result) {
  return std::move(result).value();
}

// What several of them draw.
std::string DrawHash(std::mt19937_64& random);
template <typename T>
const T& Pick(std::mt19937_64& random, const std::vector<T>& values) {
  return values[random() % values.size()];
}

}  // namespace flagfall::power_cuts

#endif  // TESTS_POWER_CUTS_HOST_H_
