#ifndef ARENA_WEB_PAGES_GAMES_DOWNLOAD_H_
#define ARENA_WEB_PAGES_GAMES_DOWNLOAD_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/store/database.h"
#include "arena/web_pages/game_writer.h"
#include "flagfall/v1/arena_service.pb.h"

namespace flagfall::arena::web_pages {

// Many games as one file, made piece by piece, so that it takes little memory however many games there are: the bytes
// that `flagfall game export` writes for whoever is no host. Games that are stored meanwhile are not in it. Left out
// are games whose records are not public yet, and those that the format cannot express. For one thread at a time.
class GamesDownload {
 public:
  // `format` is one of GameWriter::Formats(). `is_shown`: whether the record of a stored game may be seen.
  GamesDownload(v1::ListGamesRequest filter, absl::string_view format,
                std::function<bool(const std::string& game_id)> is_shown);

  // OK when there may be such games. NOT_FOUND for a bot, a tournament or a ruleset that the arena does not have, and
  // INVALID_ARGUMENT.
  absl::Status Check(store::Database& database) const;

  // The next piece, which may be empty; absent when there is none any more.
  absl::StatusOr<std::optional<std::string>> Next(store::Database& database);

 private:
  absl::Status Write(const v1::ExportGamesResponse& game);

  const v1::ListGamesRequest filter_;
  const std::function<bool(const std::string& game_id)> is_shown_;
  std::ostringstream out_;
  const std::unique_ptr<GameWriter> writer_;
  // The games behind this one come next; absent at first.
  std::optional<std::int64_t> before_;
  bool has_begun_ = false;
  bool has_ended_ = false;
};

}  // namespace flagfall::arena::web_pages

#endif  // ARENA_WEB_PAGES_GAMES_DOWNLOAD_H_
