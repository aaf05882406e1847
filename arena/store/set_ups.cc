#include "arena/store/set_ups.h"

#include "arena/store/statement.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

// By v1::PieceType, as game texts and books write them.
constexpr absl::string_view kLetters = "?S23456789MBF";
constexpr std::uint32_t kLastSquare = 99;

// A legal set-up is the answer to the player's first decision. That keeps its number while illegal answers are
// forgiven, so the last of them was accepted if the game went on.
const v1::SetUp* AcceptedSetUp(const v1::GameRecord& record, v1::Side side) {
  const v1::SetUp* accepted = nullptr;
  for (const v1::RecordEntry& entry : record.entries()) {
    if (entry.side() != side || !entry.has_acted()) continue;
    if (entry.acted().decision() != 1) break;
    if (entry.acted().action().has_set_up()) accepted = &entry.acted().action().set_up();
  }
  return accepted;
}

absl::StatusOr<std::int64_t> KeyOf(Database& database, absl::string_view letters) {
  Statement select = database.Prepare("SELECT set_up_id FROM set_ups WHERE letters = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(letters).Next());
  if (found) return select.Int(0);
  return database.Prepare("INSERT INTO set_ups (letters) VALUES (?1) RETURNING set_up_id").Bind(letters).Number();
}

}  // namespace

std::optional<std::string> SetUpLetters(const v1::GameRecord& record, v1::Side side) {
  if (record.plies() == 0) return std::nullopt;
  const v1::GivenSetUps& given = record.given_set_ups();
  const v1::SetUp* set_up = !record.has_given_set_ups() ? AcceptedSetUp(record, side)
                            : side == v1::SIDE_RED      ? &given.red()
                                                        : &given.blue();
  if (set_up == nullptr || set_up->placements().empty()) return std::nullopt;
  std::string letters(kSetUpSquares, '.');
  for (const v1::Placement& placement : set_up->placements()) {
    if (placement.square() > kLastSquare) return std::nullopt;
    const std::uint32_t square = side == v1::SIDE_RED ? placement.square() : kLastSquare - placement.square();
    const auto type = static_cast<std::size_t>(placement.type());
    if (square >= kSetUpSquares || type == 0 || type >= kLetters.size()) return std::nullopt;
    letters[square] = kLetters[type];
  }
  return letters;
}

absl::Status StoreSetUps(Database& database, std::int64_t sequence, const v1::GameRecord& record) {
  const std::optional<std::string> red = SetUpLetters(record, v1::SIDE_RED);
  const std::optional<std::string> blue = SetUpLetters(record, v1::SIDE_BLUE);
  if (!red.has_value() || !blue.has_value()) return absl::OkStatus();
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t red_key, KeyOf(database, *red));
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t blue_key, KeyOf(database, *blue));
  Statement insert =
      database.Prepare("INSERT INTO game_set_ups (sequence, red_set_up_id, blue_set_up_id) VALUES (?1, ?2, ?3)");
  return insert.Bind(sequence).Bind(red_key).Bind(blue_key).Run();
}

absl::StatusOr<std::vector<PlayedSetUp>> SetUpsPlayed(Database& database, absl::string_view entry,
                                                      absl::string_view ruleset_id, int games_max) {
  // The newest of either side. A seed or a set-up may be played again in the second game of a duplicate pair, so that
  // the first one's are as secret as its record.
  Statement select = database.Prepare(
      "WITH me AS (SELECT bot_id FROM bots WHERE name = ?1),"
      "secret AS MATERIALIZED (SELECT tournament_id FROM tournaments"
      "  WHERE state <> 'finished' AND json_extract(spec, '$.duplicate')),"
      "mine AS ("
      "  SELECT * FROM (SELECT sequence, tournament_id, number, first_of_pair, result, 1 AS is_red FROM games"
      "    JOIN tournaments USING (tournament_id)"
      "    WHERE red_bot_id = (SELECT bot_id FROM me) AND ruleset_id = ?2 ORDER BY sequence DESC LIMIT ?3)"
      "  UNION ALL"
      "  SELECT * FROM (SELECT sequence, tournament_id, number, first_of_pair, result, 0 FROM games"
      "    JOIN tournaments USING (tournament_id)"
      "    WHERE blue_bot_id = (SELECT bot_id FROM me) AND ruleset_id = ?2 ORDER BY sequence DESC LIMIT ?3)) "
      "SELECT letters, is_red,"
      "  sum(result = iif(is_red, 'red_wins', 'blue_wins')), sum(result = 'draw'),"
      "  sum(result = iif(is_red, 'blue_wins', 'red_wins')) "
      "FROM mine JOIN game_set_ups USING (sequence)"
      "  JOIN set_ups ON set_up_id = iif(is_red, red_set_up_id, blue_set_up_id) "
      "WHERE tournament_id NOT IN secret OR first_of_pair IS NOT NULL"
      "  OR EXISTS (SELECT 1 FROM games AS second"
      "    WHERE second.tournament_id = mine.tournament_id AND second.first_of_pair = mine.number) "
      "GROUP BY set_up_id, is_red ORDER BY letters, is_red DESC");
  select.Bind(entry).Bind(ruleset_id).Bind(std::int64_t{games_max});
  return select.Collect<PlayedSetUp>([](const Statement& row) {
    return PlayedSetUp{.letters = row.Text(0),
                       .side = row.Int(1) != 0 ? v1::SIDE_RED : v1::SIDE_BLUE,
                       .wins = row.Int(2),
                       .draws = row.Int(3),
                       .losses = row.Int(4)};
  });
}

}  // namespace flagfall::arena::store
