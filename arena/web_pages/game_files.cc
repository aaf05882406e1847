#include "arena/web_pages/game_files.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "arena/base/json.h"
#include "arena/rating/elo.h"
#include "referee/base/status_macros.h"
#include "referee/rules/archive_xml.h"
#include "referee/rules/record_text.h"

namespace flagfall::arena::web_pages {
namespace {

// As ExportOf; empty where the game has no such form.
absl::StatusOr<std::string> ExportIfAny(const v1::GameRecord& record, GameFormat format) {
  absl::StatusOr<std::string> text = ExportOf(record, format);
  if (absl::IsFailedPrecondition(text.status())) return std::string();
  return text;
}

std::uint32_t IndexOf(const std::string& name, std::map<std::string, std::uint32_t>& indices,
                      google::protobuf::RepeatedPtrField<std::string>& names) {
  const auto [found, is_new] = indices.emplace(name, static_cast<std::uint32_t>(names.size()));
  if (is_new) *names.Add() = name;
  return found->second;
}

template <typename Ratio>
std::uint32_t Whole(Micros time) {
  const std::int64_t count = time / std::chrono::duration<std::int64_t, Ratio>(1);
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

absl::StatusOr<std::string> ExportOf(const v1::GameRecord& record, GameFormat format) {
  switch (format) {
    case GameFormat::kRecord:
      return ToJson(record, JsonLayout::kIndented);
    case GameFormat::kText:
      return TextOf(record);
    case GameFormat::kXml:
      break;
  }
  return ArchiveXmlOf(record);
}

absl::StatusOr<v1::GameExports> ExportsOf(const v1::GameRecord& record) {
  v1::GameExports exports;
  FLAGFALL_ASSIGN_OR_RETURN(*exports.mutable_record(), ExportIfAny(record, GameFormat::kRecord));
  FLAGFALL_ASSIGN_OR_RETURN(*exports.mutable_text(), ExportIfAny(record, GameFormat::kText));
  FLAGFALL_ASSIGN_OR_RETURN(*exports.mutable_xml(), ExportIfAny(record, GameFormat::kXml));
  return exports;
}

void GameIndexBuilder::Add(const store::GameSummary& game) {
  index_.add_game_ids(game.game_id);
  index_.add_tournaments(static_cast<std::uint32_t>(game.tournament_id));
  index_.add_red(BotOf(game.red));
  index_.add_blue(BotOf(game.blue));
  index_.add_rulesets(RulesetOf(game.ruleset_id));
  index_.add_results(static_cast<std::uint32_t>(game.outcome.result()));
  index_.add_reasons(static_cast<std::uint32_t>(game.outcome.reason()));
  index_.add_plies(game.plies);
  index_.add_start_seconds(Whole<std::ratio<1>>(game.start_time));
  index_.add_duration_ms(Whole<std::milli>(game.duration));
  const double change = game.rating.has_value() ? rating::InElo(game.rating->change) : 0;
  index_.add_rounds(game.round);
  index_.add_red_elo_change_cents(static_cast<std::int32_t>(std::lround(100 * change)));
}

v1::GameIndex GameIndexBuilder::Take() {
  bots_.clear();
  rulesets_.clear();
  return std::exchange(index_, {});
}

std::uint32_t GameIndexBuilder::BotOf(const std::string& name) { return IndexOf(name, bots_, *index_.mutable_bots()); }

std::uint32_t GameIndexBuilder::RulesetOf(const std::string& id) {
  return IndexOf(id, rulesets_, *index_.mutable_ruleset_ids());
}

}  // namespace flagfall::arena::web_pages
