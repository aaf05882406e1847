#include "tests/store/ledger.h"

#include <sqlite3.h>

#include <cstdio>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/store/bots.h"
#include "arena/store/game_rows.h"
#include "arena/store/tournaments.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

const std::vector<std::string>& BotNames() {
  static const std::vector<std::string> names = {"ann", "bob", "cid", "dot"};
  return names;
}

void MustBeOk(const absl::Status& status) {
  if (!status.ok()) std::fprintf(stderr, "%s\n", status.ToString().c_str());
  FLAGFALL_CHECK(status.ok());
}

v1::Ruleset Classic() {
  v1::Ruleset ruleset;
  ruleset.set_id("classic");
  v1::RulesetOption& option = *ruleset.add_options();
  option.set_name("two_squares");
  option.set_value("3");
  return ruleset;
}

}  // namespace

v1::BotManifest ManifestOf(const std::string& name) {
  v1::BotManifest manifest;
  manifest.set_name(name);
  manifest.set_version("1.0");
  manifest.add_command("./" + name);
  manifest.add_rulesets("classic");
  return manifest;
}

v1::TournamentSpec CompleteSpecOf(const std::vector<std::string>& bots) {
  v1::TournamentSpec spec;
  spec.set_name("spring");
  for (const std::string& bot : bots) spec.add_bots(bot);
  *spec.mutable_ruleset() = Classic();
  spec.set_rounds(5);
  spec.set_games(2);
  spec.set_time_control("10+0.1");
  spec.set_concurrency(2);
  spec.set_seed(18'000'000'000'000'000'007u);
  spec.set_rated(true);
  spec.set_faults_max(3);
  return spec;
}

std::unique_ptr<Database> MustOpen(const std::string& path) {
  auto database = Database::OpenForWriting(path);
  MustBeOk(database.status());
  return *std::move(database);
}

std::int64_t Furnish(Database& database) {
  for (const std::string& name : BotNames()) {
    MustBeOk(AddBot(database, {.manifest = ManifestOf(name), .folder = "/bots/" + name, .added_time = Micros(1)}));
  }
  const auto id = CreateTournament(database, CompleteSpecOf(BotNames()), kPool, Micros(2));
  MustBeOk(id.status());
  return *id;
}

GameResult ResultOf(std::int64_t tournament_id, std::uint32_t number, const std::string& red, const std::string& blue,
                    v1::Result result, v1::Reason reason) {
  GameResult game{.tournament_id = tournament_id, .number = number, .round = 1, .record = {}};
  v1::GameRecord& record = game.record;
  record.set_game_id(GameIdOf(tournament_id, number));
  record.set_plies(2);
  *record.mutable_ruleset() = Classic();
  record.set_seed(std::string(32, 's'));
  record.mutable_red()->set_name(red);
  record.mutable_blue()->set_name(blue);
  record.mutable_start_time()->set_seconds(1'700'000'000 + number);
  for (int i = 1; i <= 100; ++i) {
    v1::RecordEntry& entry = *record.add_entries();
    entry.set_at_micros(i * 1000);
    entry.mutable_acted()->mutable_action()->mutable_ply()->set_from(static_cast<std::uint32_t>(i) % 100);
  }
  record.mutable_outcome()->set_result(result);
  record.mutable_outcome()->set_reason(reason);
  return game;
}

GameResult DrawnResult(std::int64_t tournament_id, std::uint32_t number, std::uint64_t draw) {
  const std::size_t red = draw % 4;
  const std::size_t blue = (red + 1 + draw / 4 % 3) % 4;
  const auto result = static_cast<v1::Result>(1 + draw / 12 % 3);
  return ResultOf(tournament_id, number, BotNames()[red], BotNames()[blue], result, v1::REASON_FLAG_CAPTURED);
}

Receipt MustStore(Database& database, const GameResult& result) {
  auto receipts = StoreResults(database, {&result, 1});
  MustBeOk(receipts.status());
  return std::move(receipts->front());
}

void StoreSome(Database& database, std::int64_t tournament_id) {
  MustStore(database, ResultOf(tournament_id, 1));
  MustStore(database, ResultOf(tournament_id, 2, "bob", "ann", v1::RESULT_VOID, v1::REASON_ABORTED_BY_HOST));
  MustStore(database, ResultOf(tournament_id, 2, "bob", "ann", v1::RESULT_DRAW, v1::REASON_DRAW_AGREED));
  MustStore(database, ResultOf(tournament_id, 4, "ann", "cid"));
  MustStore(database, ResultOf(tournament_id, 3, "ann", "bob"));
}

absl::StatusOr<std::vector<GameSummary>> TournamentGames(Database& database, std::int64_t tournament_id) {
  std::vector<GameSummary> games;
  FLAGFALL_RETURN_IF_ERROR(VisitTournamentGames(database, tournament_id, [&games](const GameSummary& game) {
    games.push_back(game);
    return absl::OkStatus();
  }));
  return games;
}

absl::StatusOr<v1::GameRecord> FindVoidRecord(Database& database, std::int64_t tournament_id, std::uint32_t number,
                                              std::uint32_t attempt) {
  const std::string what = absl::StrCat(GameIdOf(tournament_id, number), ", void attempt ", attempt);
  Statement select = database.Prepare(
      "SELECT record, record_sha256 FROM void_games WHERE tournament_id = ?1 AND number = ?2 AND attempt = ?3");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament_id).Bind(number).Bind(attempt).Next());
  if (!found) return absl::NotFoundError(what);
  return ReadRecordColumns(database, what, select, 0);
}

std::string BookReference(absl::string_view text) {
  return absl::StrCat("sha256:", absl::BytesToHexString(Sha256Of(text)));
}

void CopyInto(Database& from, Database& to) {
  sqlite3_backup* copy = sqlite3_backup_init(to.connection(), "main", from.connection(), "main");
  FLAGFALL_CHECK(copy != nullptr && sqlite3_backup_step(copy, -1) == SQLITE_DONE);
  FLAGFALL_CHECK(sqlite3_backup_finish(copy) == SQLITE_OK);
  MustBeOk(to.Execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON"));
}

void DropTriggers(Database& database) {
  Statement select = database.Prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'");
  const auto names = select.Collect<std::string>([](const Statement& row) { return row.Text(0); });
  MustBeOk(names.status());
  for (const std::string& name : *names) MustBeOk(database.Execute(absl::StrCat("DROP TRIGGER ", name).c_str()));
}

}  // namespace flagfall::arena::store
