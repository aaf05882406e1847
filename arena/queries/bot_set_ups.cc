#include "arena/queries/bot_set_ups.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/books/book.h"
#include "arena/rating/elo.h"
#include "arena/store/host_bots.h"
#include "arena/store/set_ups.h"
#include "arena/tournament/standings.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::queries {
namespace {

using TallyOfSetUp = std::map<std::string, rating::Tally>;

constexpr absl::string_view kPieces = "FS23456789MB";
constexpr std::size_t kFiles = 10;

// By letters, whatever the side.
TallyOfSetUp Tallied(const std::vector<store::PlayedSetUp>& played) {
  TallyOfSetUp tallies;
  for (const store::PlayedSetUp& one : played) {
    rating::Tally& tally = tallies[one.letters];
    tally.wins += one.wins;
    tally.draws += one.draws;
    tally.losses += one.losses;
  }
  return tallies;
}

// Those of the ruleset's zone, or of a deeper one that some tournament had (R1.6).
std::size_t RowsOf(int zone_rows, const TallyOfSetUp& tallies) {
  auto rows = static_cast<std::size_t>(zone_rows);
  for (const auto& [letters, tally] : tallies) {
    const std::size_t last = letters.find_last_not_of('.');
    if (last != std::string::npos) rows = std::max(rows, last / kFiles + 1);
  }
  return rows;
}

std::string LineOf(absl::string_view letters, std::size_t rows) {
  std::string line(letters.substr(0, kFiles));
  for (std::size_t row = 1; row < rows; ++row) absl::StrAppend(&line, " ", letters.substr(row * kFiles, kFiles));
  return line;
}

void AddMostPlayed(const TallyOfSetUp& tallies, std::size_t rows, v1::BotSetUps& set_ups) {
  std::vector<std::pair<std::string, rating::Tally>> sorted(tallies.begin(), tallies.end());
  const auto key = [](const rating::Tally& tally) { return std::pair(tally.Games(), tally.HalfPoints()); };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const auto& a, const auto& b) { return key(a.second) > key(b.second); });
  if (sorted.size() > kMostPlayedMax) sorted.resize(kMostPlayedMax);
  for (const auto& [letters, tally] : sorted) {
    v1::PlayedSetUp& played = *set_ups.add_most_played();
    played.set_line(LineOf(letters, rows));
    *played.mutable_tally() = tournament::MessageOf(tally);
  }
}

void AddMaps(const TallyOfSetUp& tallies, std::size_t rows, v1::BotSetUps& set_ups) {
  for (const char piece : kPieces) {
    std::vector<std::uint32_t> games(rows * kFiles);
    bool is_played = false;
    for (const auto& [letters, tally] : tallies) {
      for (std::size_t square = 0; square < games.size(); ++square) {
        if (letters[square] != piece) continue;
        games[square] += static_cast<std::uint32_t>(tally.Games());
        is_played = true;
      }
    }
    if (!is_played) continue;
    v1::PieceMap& map = *set_ups.add_pieces();
    map.set_letter(std::string(1, piece));
    map.mutable_games()->Add(games.begin(), games.end());
  }
}

}  // namespace

absl::StatusOr<v1::BotSetUps> BotSetUpsOf(store::Database& database, const std::string& entry,
                                          const std::string& ruleset_id) {
  const auto rules = books::SetUpRulesOf(ruleset_id);
  if (!rules.ok()) return absl::NotFoundError(absl::StrCat("there are no set-ups on a board in ", ruleset_id));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Transaction reading, store::Transaction::BeginReading(database));
  FLAGFALL_ASSIGN_OR_RETURN(const store::Bot bot, store::FindEntry(database, entry));
  FLAGFALL_ASSIGN_OR_RETURN(const std::vector<store::PlayedSetUp> played,
                            store::SetUpsPlayed(database, bot.name(), ruleset_id, kSetUpGamesMax));
  const TallyOfSetUp tallies = Tallied(played);
  v1::BotSetUps set_ups;
  set_ups.set_ruleset_id(ruleset_id);
  std::int64_t games = 0;
  for (const auto& [letters, tally] : tallies) games += tally.Games();
  set_ups.set_games(static_cast<std::uint32_t>(games));
  set_ups.set_different(static_cast<std::uint32_t>(tallies.size()));
  const std::size_t rows = RowsOf(rules->zone_rows, tallies);
  set_ups.set_rows(static_cast<std::uint32_t>(rows));
  AddMostPlayed(tallies, rows, set_ups);
  AddMaps(tallies, rows, set_ups);
  return set_ups;
}

}  // namespace flagfall::arena::queries
