#include "tests/whole_host/accounts.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "arena/queries/check_ledger.h"
#include "arena/queries/ledger_messages.h"
#include "arena/store/games.h"
#include "arena/store/submissions.h"
#include "arena/store/tournaments.h"
#include "referee/match/referee_again.h"
#include "tests/power_cuts/ledger_state.h"
#include "tests/store/ledger.h"

namespace flagfall::whole_host {
namespace store = arena::store;
namespace {

constexpr int kLooksAtOnce = 3;

bool IsOfBots(FaultKind kind) {
  return (kind >= FaultKind::kCutFromBot && kind <= FaultKind::kNotRead) ||
         (kind >= FaultKind::kBotDies && kind <= FaultKind::kSecondStream);
}

// How a bot loses that has played well enough for that.
bool IsLostByPlay(v1::Reason reason) { return reason == v1::REASON_FLAG_CAPTURED || reason == v1::REASON_NO_LEGAL_PLY; }

std::string Loser(const v1::GameRecord& record) {
  switch (record.outcome().result()) {
    case v1::RESULT_RED_WINS:
      return record.blue().name();
    case v1::RESULT_BLUE_WINS:
      return record.red().name();
    default:
      return "";
  }
}

// Whether a tournament may be found in that state by somebody who was told the other. Its last games are played to
// their end also when it is paused.
bool Agrees(v1::Tournament::State told, v1::Tournament::State found) {
  if (told == v1::Tournament::STATE_UNSPECIFIED || told == found) return true;
  return told == v1::Tournament::STATE_PAUSED &&
         (found == v1::Tournament::STATE_FINISHED || found == v1::Tournament::STATE_STOPPED);
}

std::string BytesOf(const v1::GameRecord& record) { return record.SerializeAsString(); }

}  // namespace

Accounts::Accounts(const Plan& plan) {
  for (const PlannedBot& bot : plan.bots) {
    if (bot.manners == Manners::kHonest) honest_.insert(bot.name);
  }
  untouched_ = honest_;
  for (const Fault& fault : plan.faults) {
    if (IsOfBots(fault.kind)) untouched_.erase(plan.bots[BotOf(plan, fault)].name);
  }
}

void Accounts::NoteStored(const std::vector<store::GameResult>& results, const std::vector<store::Receipt>& receipts) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!receipts[i].status.ok()) continue;
    const v1::GameRecord& record = results[i].record;
    const bool is_void = record.outcome().result() == v1::RESULT_VOID;
    acknowledged_[{record.game_id(), is_void ? receipts[i].attempt : 0}] = BytesOf(record);
  }
}

void Accounts::NoteShown(store::Database& ledger) {
  const auto tournaments = store::ListTournaments(ledger, std::nullopt, /*count=*/10);
  if (!tournaments.ok()) return;
  for (const store::Tournament& tournament : *tournaments) {
    const auto games = store::TournamentGames(ledger, tournament.id);
    if (!games.ok()) return;
    for (const store::GameSummary& game : *games) {
      const std::string game_id = store::GameIdOf(tournament.id, game.number);
      const auto record = store::FindRecord(ledger, game_id);
      if (record.ok()) acknowledged_.try_emplace({game_id, 0}, BytesOf(*record));
    }
  }
}

std::string Accounts::CheckGame(const v1::GameRecord& record, const RefereeHost& host) const {
  const std::string loser = Loser(record);
  const v1::Reason reason = record.outcome().reason();
  if (untouched_.contains(loser) && !IsLostByPlay(reason)) {
    return absl::StrCat("game ", record.game_id(), ": ", loser,
                        " is honest and nothing was done to it, and it has lost: ", v1::Reason_Name(reason), ", ",
                        record.outcome().detail());
  }
  return CheckClocks(record, host);
}

std::string Accounts::CheckClocks(const v1::GameRecord& record, const RefereeHost& host) const {
  const Micros began = host.BeganAt(record.game_id());
  for (const v1::RecordEntry& entry : record.entries()) {
    if (!entry.has_acted()) continue;
    const std::string& name = entry.side() == v1::SIDE_RED ? record.red().name() : record.blue().name();
    if (!honest_.contains(name)) continue;
    const auto found = host.arrivals().find({record.game_id(), name, entry.acted().decision()});
    if (found == host.arrivals().end()) {
      return absl::StrCat("game ", record.game_id(), ": ", name, " has not said what its record says that it did");
    }
    const Micros at = began + Micros(entry.at_micros());
    const auto after = std::upper_bound(found->second.begin(), found->second.end(), at);
    if (after == found->second.begin()) return absl::StrCat("game ", record.game_id(), ": an action before it came");
    const Micros arrived = *std::prev(after);
    if (at - Micros(entry.acted().host_delay_micros()) <= arrived) continue;
    return absl::StrCat("game ", record.game_id(), ": decision ", entry.acted().decision(), " of ", name, " arrived ",
                        (at - arrived).count(), " us before it was read, and only ", entry.acted().host_delay_micros(),
                        " us of that are the host's");
  }
  return "";
}

std::string Accounts::CheckResult(store::Database& ledger, const Result& result, const std::string& bytes) const {
  const auto& [game_id, attempt] = result;
  const store::GameIdParts parts = store::PartsOfGameId(game_id);
  const absl::StatusOr<v1::GameRecord> record =
      attempt == 0 ? store::FindRecord(ledger, game_id)
                   : store::FindVoidRecord(ledger, parts.tournament_id, parts.number, attempt);
  if (!record.ok()) {
    return absl::StrCat("the result of game ", game_id, ", attempt ", attempt,
                        ", was acknowledged and is lost: ", record.status().ToString());
  }
  if (BytesOf(*record) == bytes) return "";
  return absl::StrCat("the result of game ", game_id, " is another than acknowledged");
}

std::string Accounts::CheckSomeAcknowledged(store::Database& ledger) {
  auto result = acknowledged_.upper_bound(looked_at_);
  for (int looks = 0; looks < kLooksAtOnce && !acknowledged_.empty(); ++looks, ++result) {
    if (result == acknowledged_.end()) result = acknowledged_.begin();
    if (std::string wrong = CheckResult(ledger, result->first, result->second); !wrong.empty()) return wrong;
    looked_at_ = result->first;
  }
  return "";
}

std::string Accounts::CheckLedger(store::Database& ledger, bool is_thorough) const {
  if (const absl::Status sound = power_cuts::CheckFile(ledger); !sound.ok()) return sound.ToString();
  for (const auto& [result, bytes] : acknowledged_) {
    if (std::string wrong = CheckResult(ledger, result, bytes); !wrong.empty()) return wrong;
  }
  for (const std::string& game_id : told_stored_) {
    const absl::StatusOr<v1::GameRecord> record = store::FindRecord(ledger, game_id);
    if (!record.ok()) return absl::StrCat("a worker was told that game ", game_id, " is stored, and it is not");
  }
  for (const auto& [id, state] : told_states_) {
    const absl::StatusOr<store::Tournament> tournament = store::FindTournament(ledger, id);
    if (!tournament.ok()) return absl::StrCat("tournament ", id, " is lost: ", tournament.status().ToString());
    if (!Agrees(state, tournament->state)) {
      return absl::StrCat("tournament ", id, " is ", v1::Tournament::State_Name(tournament->state),
                          ", and somebody was told ", v1::Tournament::State_Name(state));
    }
    if (std::string wrong = CheckTable(ledger, id); is_thorough && !wrong.empty()) return wrong;
  }
  for (const auto& [id, state] : told_submissions_) {
    const absl::StatusOr<v1::Submission> submission = store::FindSubmission(ledger, id);
    if (!submission.ok()) return absl::StrCat("submission ", id, " is lost");
    if (submission->state() < state) return absl::StrCat("submission ", id, " is back in an earlier state");
  }
  if (!is_thorough) return "";
  for (const auto& [key, bytes] : acknowledged_) {
    v1::GameRecord record;
    record.ParseFromString(bytes);
    // A forfeit was played by nobody.
    if (record.outcome().reason() == v1::REASON_FORFEIT_NO_SHOW) continue;
    if (const absl::Status again = RefereeAgain(record); !again.ok()) {
      return absl::StrCat("the record of game ", record.game_id(), " does not verify: ", again.ToString());
    }
  }
  for (const arena::queries::LedgerCheck& check : arena::queries::LedgerChecks()) {
    if (const absl::Status found = check.check(ledger); !found.ok()) {
      return absl::StrCat("the check '", check.name, "' finds: ", found.ToString());
    }
  }
  return "";
}

std::string Accounts::CheckTable(store::Database& ledger, std::int64_t tournament_id) const {
  const auto tournament = store::FindTournament(ledger, tournament_id);
  if (!tournament.ok()) return tournament.status().ToString();
  const auto message = arena::queries::MessageOf(ledger, *tournament);
  const auto played = arena::queries::PlayedGames(ledger, *tournament);
  if (!message.ok() || !played.ok()) return "the table cannot be read";
  v1::Tournament table = *message;
  arena::queries::AddTable(*played, table);
  // Half points, counted from the acknowledged records alone, where those are all that the ledger holds.
  std::map<std::string, std::uint32_t> points;
  std::uint32_t games = 0;
  for (const auto& [key, bytes] : acknowledged_) {
    if (key.second != 0 || store::PartsOfGameId(key.first).tournament_id != tournament_id) continue;
    v1::GameRecord record;
    record.ParseFromString(bytes);
    ++games;
    const v1::Result result = record.outcome().result();
    points[record.red().name()] += result == v1::RESULT_RED_WINS ? 2 : result == v1::RESULT_DRAW ? 1 : 0;
    points[record.blue().name()] += result == v1::RESULT_BLUE_WINS ? 2 : result == v1::RESULT_DRAW ? 1 : 0;
  }
  std::set<std::uint32_t> numbers;
  const auto stored = store::TournamentGames(ledger, tournament_id);
  if (!stored.ok()) return stored.status().ToString();
  for (const store::GameSummary& game : *stored) {
    if (!numbers.insert(game.number).second) return absl::StrCat("game ", game.number, " is there twice");
  }
  if (games != stored->size()) return "";
  for (const v1::TournamentStanding& row : table.standings()) {
    const std::uint32_t found = static_cast<std::uint32_t>(2 * row.points() + 0.5);
    if (found != points[row.bot()]) {
      return absl::StrCat("the table of tournament ", tournament_id, " gives ", row.bot(), " ", found,
                          " half points, and its games ", points[row.bot()]);
    }
  }
  return "";
}

}  // namespace flagfall::whole_host
