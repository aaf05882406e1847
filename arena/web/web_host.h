#ifndef ARENA_WEB_WEB_HOST_H_
#define ARENA_WEB_WEB_HOST_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/web/live_games.h"
#include "arena/web_pages/site_page.h"

namespace flagfall::arena {

// What people should know of a tournament's run.
struct Notices {
  // How many there were.
  std::uint64_t count = 0;
  // Of these the newest, the newest last.
  std::vector<std::string> newest = {};
};

// What the site tells of its host. The functions may be called on any thread, and must not wait for anything long.
struct WebHost {
  // The ledger's file.
  std::string ledger_path = {};
  SiteFacts site = {};
  // Outlives the site.
  LiveGames& live;
  // The tournament that is played.
  std::function<std::optional<std::int64_t>()> playing = [] { return std::nullopt; };
  std::function<std::size_t()> bots_connected = [] { return 0; };
  std::function<Notices(std::uint32_t tournament)> notices = [](std::uint32_t) { return Notices(); };
  // For the host's log, a line each.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

}  // namespace flagfall::arena

#endif  // ARENA_WEB_WEB_HOST_H_
