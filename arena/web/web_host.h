#ifndef ARENA_WEB_WEB_HOST_H_
#define ARENA_WEB_WEB_HOST_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "arena/web/live_games.h"
#include "arena/web_pages/site_page.h"

namespace flagfall::arena::web {

// The notices of a tournament: sentences beside its results, as that a bot was suspended.
struct Notices {
  // How many notices there have been.
  std::uint64_t count = 0;
  // The newest of them, the newest last.
  std::vector<std::string> newest = {};
};

// All that the site needs to know of its host. The functions are called on any thread, and must not wait for anything
// long.
struct WebHost {
  // The path of the ledger.
  std::string ledger_path = {};
  web_pages::SiteFacts site = {};
  // Outlives the site.
  LiveGames& live;
  // The ids of the tournaments that are being played.
  std::function<std::set<std::int64_t>()> playing = [] { return std::set<std::int64_t>(); };
  std::function<std::size_t()> bots_connected = [] { return 0; };
  std::function<Notices(std::uint32_t tournament)> notices = [](std::uint32_t) { return Notices(); };
  // Writes a line to the host's log.
  std::function<void(const std::string&)> log = [](const std::string&) {};
};

}  // namespace flagfall::arena::web

#endif  // ARENA_WEB_WEB_HOST_H_
