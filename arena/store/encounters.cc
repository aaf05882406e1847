#include "arena/store/encounters.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/base/names.h"
#include "flagfall/v1/game.pb.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// So many samples with the same result, from the view of who had Red in the first or only game.
struct Row {
  std::string red;
  std::string blue;
  std::string result;
  // Of the second game, in which the two have changed sides; empty where there is none.
  std::string second;
  std::int64_t count = 0;
};

absl::StatusOr<int> RedHalfPoints(absl::string_view result) {
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Result told, EnumNamed<v1::Result>(result));
  return told == v1::RESULT_RED_WINS ? 2 : told == v1::RESULT_DRAW ? 1 : 0;
}

absl::Status AddTo(rating::Encounter& encounter, const Row& row, bool is_turned) {
  FLAGFALL_ASSIGN_OR_RETURN(const int red, RedHalfPoints(row.result));
  const int first = is_turned ? 2 - red : red;
  if (row.second.empty()) {
    rating::Tally& games = encounter.games;
    (first == 2 ? games.wins : first == 1 ? games.draws : games.losses) += row.count;
    return absl::OkStatus();
  }
  FLAGFALL_ASSIGN_OR_RETURN(const int red_of_second, RedHalfPoints(row.second));
  const int second = is_turned ? red_of_second : 2 - red_of_second;
  encounter.pairs.pairs[static_cast<std::size_t>(first + second)] += row.count;
  if (first + second == 2 && first != 1) encounter.pairs.one_each += row.count;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<rating::Encounter>> EncountersOf(Database& database, absl::string_view pool,
                                                            absl::Span<const std::string> bots) {
  std::map<absl::string_view, int> index_of;
  for (const std::string& bot : bots) index_of.emplace(bot, static_cast<int>(index_of.size()));
  // Each first or only game with its second one, if that is rated too. A second game whose first one is not is by
  // itself.
  Statement select = database.Prepare(
      "SELECT reds.name, blues.name, game.result, coalesce(second.result, ''), count(*) FROM rating_changes AS rated "
      "JOIN games AS game ON game.sequence = rated.sequence "
      "JOIN bots AS reds ON reds.bot_id = rated.red_bot_id JOIN bots AS blues ON blues.bot_id = rated.blue_bot_id "
      "LEFT JOIN games AS second ON second.tournament_id = game.tournament_id AND second.first_of_pair = game.number "
      "  AND second.red_bot_id = game.blue_bot_id AND second.blue_bot_id = game.red_bot_id "
      "  AND EXISTS (SELECT 1 FROM rating_changes AS its WHERE its.sequence = second.sequence) "
      "WHERE rated.pool = ?1 AND (game.first_of_pair IS NULL OR NOT EXISTS ("
      "  SELECT 1 FROM games AS first JOIN rating_changes AS its USING (sequence) "
      "  WHERE first.tournament_id = game.tournament_id AND first.number = game.first_of_pair "
      "  AND first.red_bot_id = game.blue_bot_id AND first.blue_bot_id = game.red_bot_id)) "
      "GROUP BY rated.red_bot_id, rated.blue_bot_id, game.result, second.result "
      "ORDER BY rated.red_bot_id, rated.blue_bot_id, game.result, second.result");
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<Row> rows, select.Bind(pool).Collect<Row>([](const Statement& row) {
    return Row{
        .red = row.Text(0), .blue = row.Text(1), .result = row.Text(2), .second = row.Text(3), .count = row.Int(4)};
  }));
  std::map<std::pair<int, int>, rating::Encounter> encounters;
  for (const Row& row : rows) {
    const auto red = index_of.find(row.red), blue = index_of.find(row.blue);
    if (red == index_of.end() || blue == index_of.end()) {
      return absl::InternalError(absl::StrCat("pool ", pool, " has no scores of ", row.red, " against ", row.blue));
    }
    const auto [low, high] = std::minmax(red->second, blue->second);
    rating::Encounter& encounter = encounters[{low, high}];
    encounter.a = low;
    encounter.b = high;
    FLAGFALL_RETURN_IF_ERROR(AddTo(encounter, row, red->second > blue->second));
  }
  std::vector<rating::Encounter> all;
  for (const auto& [pair, encounter] : encounters) all.push_back(encounter);
  return all;
}

}  // namespace flagfall::arena::store
