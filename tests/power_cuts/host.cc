#include "tests/power_cuts/host.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "arena/store/check.h"
#include "arena/store/games.h"
#include "arena/store/tournaments.h"
#include "tests/store/ledger.h"

namespace flagfall::power_cuts {

namespace store = arena::store;

namespace {

constexpr std::size_t kMarkBytes = 32;

std::string TextOf(const std::vector<store::Receipt>& receipts) {
  std::string text;
  for (const store::Receipt& receipt : receipts) {
    absl::StrAppend(&text, static_cast<int>(receipt.status.code()), receipt.was_stored ? " again" : " new", " attempt ",
                    receipt.attempt);
    if (receipt.rating.has_value()) {
      absl::StrAppend(&text, " rated ", receipt.rating->red_before, "+", receipt.rating->change, "@",
                      receipt.rating->step);
    }
    text += "; ";
  }
  return text;
}

bool IsVoid(const store::GameResult& result) { return result.record.outcome().result() == v1::RESULT_VOID; }

// The first numbers without a game that counts.
std::vector<std::uint32_t> MissingNumbers(store::Database& ledger, std::int64_t tournament_id) {
  std::set<std::uint32_t> stored;
  for (const store::GameSummary& game : Must(store::TournamentGames(ledger, tournament_id))) {
    stored.insert(game.number);
  }
  std::vector<std::uint32_t> missing;
  for (std::uint32_t number = 1; missing.size() < 6; ++number) {
    if (stored.count(number) == 0) missing.push_back(number);
  }
  return missing;
}

// Writes entries as a run's writer does, and keeps what the observer was told.
Outcome Write(store::Database& ledger, const std::vector<arena::runner::LedgerEntry>& entries,
              std::size_t& acknowledged, Host* host) {
  std::string told;
  const arena::runner::LedgerObserver observer{
      .on_stored =
          [&](const std::vector<store::GameResult>& results, const std::vector<store::Receipt>& receipts) {
            told = TextOf(receipts);
            ++acknowledged;
            if (host != nullptr) host->Acknowledge(results, receipts);
          },
      .on_failed = [](const absl::Status&) {}};
  std::vector<arena::runner::LedgerEntry> unwritten = entries;
  const absl::Status status = arena::runner::WriteEntries(ledger, unwritten, observer);
  return {.status = status, .value = told};
}

v1::Reason DrawReason(std::mt19937_64& random, v1::Result result) {
  if (result == v1::RESULT_VOID) return random() % 2 == 0 ? v1::REASON_HOST_LATE : v1::REASON_ABORTED_BY_HOST;
  return random() % 8 == 0 ? v1::REASON_FORFEIT_NO_SHOW : v1::REASON_FLAG_CAPTURED;
}

}  // namespace

Outcome OutcomeOf(const absl::Status& status) { return {.status = status}; }

Action Single(std::string name, Call call) {
  return {
      .name = std::move(name), .steps = {call}, .whole = [call](store::Database& ledger, std::size_t& acknowledged) {
        Outcome outcome = call(ledger);
        if (outcome.status.ok()) acknowledged = 1;
        return outcome;
      }};
}

std::string DrawHash(std::mt19937_64& random) {
  std::string hash(32, '\0');
  for (char& byte : hash) byte = static_cast<char>(random());
  return hash;
}

void Host::Mark(store::GameResult& result, std::mt19937_64& random) {
  std::string mark = absl::StrCat("mark ", ++marks_, " ");
  mark.resize(kMarkBytes, '.');
  v1::GameRecord& record = result.record;
  record.set_seed(mark);
  // Most records take a part of a page, some take several pages of their own.
  const int entries = random() % 8 == 0 ? 1200 : static_cast<int>(1 + random() % 8);
  record.clear_entries();
  std::int64_t at = 0;
  for (int i = 0; i < entries; ++i) {
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_at_micros(at += static_cast<std::int64_t>(random() % 1'000'000'000));
    entry.mutable_acted()->mutable_action()->mutable_ply()->set_from(static_cast<std::uint32_t>(random() % 100));
  }
}

store::GameResult Host::NewResult(std::mt19937_64& random, store::Database& ledger, std::int64_t tournament_id) {
  const store::Tournament tournament = Must(store::FindTournament(ledger, tournament_id));
  const auto bots = static_cast<std::uint64_t>(tournament.spec.bots_size());
  const auto red = random() % bots;
  const auto blue = (red + 1 + random() % (bots - 1)) % bots;
  const auto result = random() % 6 == 0 ? v1::RESULT_VOID : static_cast<v1::Result>(1 + random() % 3);
  const std::vector<std::uint32_t> missing = MissingNumbers(ledger, tournament_id);
  store::GameResult game = store::ResultOf(
      tournament_id, missing[std::min(random() % 6, random() % 6)], tournament.spec.bots(static_cast<int>(red)),
      tournament.spec.bots(static_cast<int>(blue)), result, DrawReason(random, result));
  game.round = 1 + game.number / 8;
  const bool is_unplayed = game.record.outcome().reason() == v1::REASON_FORFEIT_NO_SHOW;
  game.record.set_plies(is_unplayed ? 0 : static_cast<std::uint32_t>(1 + random() % 200));
  if (random() % 4 == 0) game.worker = store::WorkerName{.user = "farm", .name = absl::StrCat("node", random() % 3)};
  Mark(game, random);
  return game;
}

Action Host::StoreSome(std::mt19937_64& random, store::Database& ledger) {
  std::vector<std::int64_t> tournaments;
  for (const store::Tournament& tournament : Must(store::ListTournaments(ledger, std::nullopt, 20))) {
    if (tournament.spec.bots_size() > 1) tournaments.push_back(tournament.id);
  }
  Action action{.name = "store results", .steps = {}, .whole = {}};
  std::vector<store::GameResult>& results = action.results;
  for (store::GameResult result : std::exchange(to_retry_, {})) {
    // It hands in the same game again, or the game was played anew.
    if (random() % 4 == 0) Mark(result, random);
    if (faults_.numbers_anew) {
      result.number += 7;
      result.record.set_game_id(store::GameIdOf(result.tournament_id, result.number));
    }
    results.push_back(std::move(result));
  }
  for (auto more = 1 + random() % 4; more > 0 && results.size() < 8; --more) {
    results.push_back(NewResult(random, ledger, Pick(random, tournaments)));
  }
  std::vector<arena::runner::LedgerEntry> entries(results.begin(), results.end());
  action.steps.push_back([entries](store::Database& to) {
    std::size_t ignored = 0;
    return Write(to, entries, ignored, nullptr);
  });
  for (auto faults = random() % 4 == 0 ? 1 + random() % 2 : 0; faults > 0; --faults) {
    const std::string bot = Pick(random, results).record.red().name();
    const arena::runner::BotFault fault{.bot = bot, .reason = "it did not come", .faults_max = 3};
    entries.push_back(fault);
    action.steps.push_back([fault](store::Database& to) {
      std::size_t ignored = 0;
      return Outcome{.status = Write(to, {fault}, ignored, nullptr).status};
    });
  }
  action.whole = [this, entries](store::Database& to, std::size_t& acknowledged) {
    return Write(to, entries, acknowledged, this);
  };
  return action;
}

void Host::Acknowledge(const std::vector<store::GameResult>& results, const std::vector<store::Receipt>& receipts) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!receipts[i].status.ok()) continue;
    const std::uint32_t attempt = IsVoid(results[i]) ? receipts[i].attempt : 0;
    acknowledged_[{results[i].record.game_id(), attempt}] = results[i].record.SerializeAsString();
  }
}

void Host::Retry(const std::vector<store::GameResult>& results) {
  to_retry_.insert(to_retry_.end(), results.begin(), results.end());
}

std::string Host::CheckResults(store::Database& ledger) const {
  std::map<std::string, std::string> places;
  std::map<std::pair<std::string, std::uint32_t>, std::string> stored;
  const absl::Status read =
      store::CheckGames(ledger, [&](const store::RecordedGame& game, const v1::GameRecord& record) {
        const std::uint32_t attempt = game.is_void ? game.attempt : 0;
        const std::string place =
            absl::StrCat(record.game_id(), game.is_void ? absl::StrCat(" attempt ", attempt) : "");
        const auto [other, is_first] = places.emplace(record.seed(), place);
        if (!is_first) {
          return absl::DataLossError(absl::StrCat("one result is stored twice: as ", other->second, " and as ", place));
        }
        stored[{record.game_id(), attempt}] = record.SerializeAsString();
        return absl::OkStatus();
      });
  if (!read.ok()) return std::string(read.message());
  for (const auto& [place, record] : acknowledged_) {
    const auto found = stored.find(place);
    const std::string name = absl::StrCat("game ", place.first, ", attempt ", place.second, ": ");
    if (found == stored.end()) return absl::StrCat(name, "it was acknowledged and is not in the ledger");
    if (found->second != record) return absl::StrCat(name, "another record was acknowledged");
  }
  return "";
}

Action Host::Draw(int number, store::Database& ledger) {
  std::mt19937_64 random(seed_ * 1'000'003 + static_cast<std::uint64_t>(number));
  const Micros now = std::chrono::seconds(1'800'000'000 + 60 * number);
  if (Must(store::ListBots(ledger)).size() < 4) return DrawBotAction(random, ledger, now);
  const auto running = Must(store::RunningTournaments(ledger, 10));
  if (running.empty()) return CreateRunning(random, ledger, now);
  switch (random() % 16) {
    case 0:
    case 1:
      return DrawTournamentAction(random, ledger, now);
    case 2:
    case 3:
    case 4:
      return DrawPeopleAction(random, ledger, now, faults_.splits_registration);
    case 5:
    case 6:
      return DrawBotAction(random, ledger, now);
    case 7:
      return DrawWorkerAction(random, ledger, now);
    case 8:
    case 9:
      return DrawWebhookAction(random, ledger, now);
    default:
      return StoreSome(random, ledger);
  }
}

}  // namespace flagfall::power_cuts
