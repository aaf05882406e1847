#include "referee/rules/record.h"

#include <functional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/catalogue.h"

namespace flagfall {
namespace {

// Whether the record's last entry is an action that came too late to count.
bool EndsWithLateAction(const v1::GameRecord& record) {
  const v1::Reason reason = record.outcome().reason();
  if (reason != v1::REASON_OUT_OF_TIME && reason != v1::REASON_HOST_LATE) return false;
  return !record.entries().empty() && record.entries().rbegin()->has_acted();
}

// Tries the record's actions on a new game, in order, until one that was accepted is answered with false.
absl::StatusOr<std::unique_ptr<Game>> Replay(const v1::GameRecord& record,
                                             const std::function<bool(const v1::RecordEntry&, const Game&)>& go_on) {
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, NewGame(record.ruleset(), record.seed()));
  const int count = record.entries_size() - (EndsWithLateAction(record) ? 1 : 0);
  for (int i = 0; i < count; ++i) {
    const v1::RecordEntry& entry = record.entries(i);
    if (!entry.has_acted()) continue;
    if (!game->Act(entry.side(), entry.acted().action()).ok()) continue;
    if (!go_on(entry, *game)) break;
  }
  return game;
}

}  // namespace

absl::StatusOr<std::vector<RecordedAction>> AcceptedActions(const v1::GameRecord& record) {
  std::vector<RecordedAction> actions;
  FLAGFALL_RETURN_IF_ERROR(Replay(record, [&actions](const v1::RecordEntry& entry, const Game&) {
                             actions.push_back({.side = entry.side(), .action = entry.acted().action()});
                             return true;
                           }).status());
  return actions;
}

absl::StatusOr<std::uint32_t> PlyCountOf(const v1::GameRecord& record) {
  FLAGFALL_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game,
                            Replay(record, [](const v1::RecordEntry&, const Game&) { return true; }));
  return game->Progress().plies;
}

absl::StatusOr<std::unique_ptr<Game>> GameAtPly(const v1::GameRecord& record, std::uint32_t ply) {
  // After the set-ups of a game the ply count is 0 twice; only a ply's own count may end the replay.
  FLAGFALL_ASSIGN_OR_RETURN(std::unique_ptr<Game> game, Replay(record, [ply](const v1::RecordEntry&, const Game& now) {
                              const bool is_setting_up =
                                  now.Pending().size() == 1 && now.Pending()[0].kind == v1::DECISION_KIND_SET_UP;
                              return is_setting_up || now.Progress().plies < ply;
                            }));
  if (game->Progress().plies == ply) return game;
  return absl::OutOfRangeError(absl::StrCat("the game has no ply ", ply, "; expected 0 to ", game->Progress().plies));
}

}  // namespace flagfall
