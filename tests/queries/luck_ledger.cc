#include "tests/queries/luck_ledger.h"

#include <utility>

#include "arena/queries/value_functions.h"
#include "arena/values/value_files.h"
#include "referee/base/check.h"
#include "tests/queries/played_ledger.h"
#include "tests/store/ledger.h"

namespace flagfall::arena::queries {
namespace {

// From the player's back row.
int MarshalRow(const v1::SetUp& set_up, bool is_blue) {
  for (const v1::Placement& piece : set_up.placements()) {
    const auto row = static_cast<int>(piece.square() / 10);
    if (piece.type() == v1::PIECE_TYPE_MARSHAL) return is_blue ? 9 - row : row;
  }
  return 0;
}

}  // namespace

void DecideByMarshals(v1::GameRecord& record) {
  const int lead = MarshalRow(record.given_set_ups().red(), false) - MarshalRow(record.given_set_ups().blue(), true);
  const auto luck = static_cast<unsigned char>(record.seed()[5]);
  const bool is_by_luck = lead == 0 || luck % 4 == 0;
  const bool red_wins = is_by_luck ? luck / 4 % 2 == 0 : lead > 0;
  record.mutable_outcome()->set_result(red_wins ? v1::RESULT_RED_WINS : v1::RESULT_BLUE_WINS);
}

LuckLedger::LuckLedger() : database_(store::MustOpen(dir_.At(store::kDatabaseFileName))) { AddPlayers(*database_); }

v1::TournamentSpec LuckLedger::MatchOf(std::uint32_t pairs, std::uint64_t seed) {
  v1::TournamentSpec spec = SpecFor({"ann", "bob"}, v1::TournamentSpec::FORMAT_ROUND_ROBIN, false);
  spec.set_rounds(pairs);
  spec.set_games(2);
  spec.set_seed(seed);
  spec.set_book("standard");
  return spec;
}

std::int64_t LuckLedger::Play(const v1::TournamentSpec& spec) {
  // All at once, since each commit waits for the disk.
  absl::StatusOr<store::Transaction> writing = store::Transaction::BeginWriting(*database_);
  FLAGFALL_CHECK(writing.ok());
  const std::int64_t id = PlayTournament(*database_, spec, {}, DecideByMarshals);
  FLAGFALL_CHECK(writing->Commit().ok());
  return id;
}

store::Tournament LuckLedger::Find(std::int64_t id) {
  absl::StatusOr<store::Tournament> found = store::FindTournament(*database_, id);
  FLAGFALL_CHECK(found.ok());
  return *std::move(found);
}

v1::ValueFunction LuckLedger::Fit(std::vector<std::int64_t> without, std::int64_t now_micros) {
  ValueFitOptions options{.without = std::move(without)};
  options.ruleset.set_id("barrage");
  absl::StatusOr<v1::ValueFunction> fitted = FitValueFunction(*database_, options, Micros(now_micros));
  FLAGFALL_CHECK(fitted.ok());
  const auto version = values::StoreValueFunction(values::ValuesFolder(database_->path()), *fitted);
  FLAGFALL_CHECK(version.ok());
  fitted->set_version(*version);
  return *std::move(fitted);
}

}  // namespace flagfall::arena::queries
