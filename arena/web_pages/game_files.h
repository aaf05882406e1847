#ifndef ARENA_WEB_PAGES_GAME_FILES_H_
#define ARENA_WEB_PAGES_GAME_FILES_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "arena/store/games.h"
#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web_pages {

// The forms in which a game can be downloaded.
enum class GameFormat { kRecord, kText, kXml };

// The game in that form, as `flagfall game export` writes it. FAILED_PRECONDITION when the game has no such form.
absl::StatusOr<std::string> ExportOf(const v1::GameRecord& record, GameFormat format);

// The game in every form that it has.
absl::StatusOr<v1::GameExports> ExportsOf(const v1::GameRecord& record);

// Builds a list of games as columns. Games are added one by one, the newest first.
class GameIndexBuilder {
 public:
  void Add(const store::GameSummary& game);
  std::size_t size() const { return static_cast<std::size_t>(index_.game_ids_size()); }
  // The games that were added since the last call.
  v1::GameIndex Take();

 private:
  std::uint32_t BotOf(const std::string& name);
  std::uint32_t RulesetOf(const std::string& id);

  v1::GameIndex index_;
  std::map<std::string, std::uint32_t> bots_;
  std::map<std::string, std::uint32_t> rulesets_;
};

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_GAME_FILES_H_
