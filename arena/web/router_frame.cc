// The page that shows a game in a frame within pages of other sites.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/base/names.h"
#include "arena/replay/kind_writer.h"
#include "arena/replay/position_image.h"
#include "arena/web/parameters.h"
#include "arena/web/router.h"
#include "arena/web_pages/atom.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr char kEmbedFile[] = "embed.html";
// What the page has in the places of which the server knows more.
constexpr char kHeadMark[] = "<!--flagfall-head-->";
constexpr char kRootMark[] = "name=\"flagfall-root\" content=\"./\"";
constexpr char kFrameRoot[] = "name=\"flagfall-root\" content=\"../../\"";

// Other sites may show the page in a frame. It holds nothing but the game, has no account and reads no cookie, so that
// nobody can be made to do anything by a page laid over it.
std::vector<std::pair<std::string, std::string>> ForFrames() {
  const auto& [policy, value] = SecurityHeaders().front();
  return {{policy, absl::StrReplaceAll(value, {{"frame-ancestors 'none'", "frame-ancestors *"}})},
          {"Cross-Origin-Opener-Policy", "unsafe-none"},
          {"Cross-Origin-Resource-Policy", "cross-origin"}};
}

std::string Meta(absl::string_view property, absl::string_view content) {
  return absl::StrCat("<meta property=\"og:", property, "\" content=\"", web_pages::XmlText(content), "\">\n");
}

std::string ResultText(const v1::GameSummary& game) {
  if (!game.has_outcome()) return "running";
  const v1::Outcome& outcome = game.outcome();
  std::string reason = EnumWord(outcome.reason());
  std::replace(reason.begin(), reason.end(), '_', ' ');
  const std::string result = outcome.result() == v1::RESULT_DRAW       ? "a draw"
                             : outcome.result() == v1::RESULT_RED_WINS ? "Red wins"
                                                                       : "Blue wins";
  return absl::StrCat(result, " (", reason, ")");
}

// What the head of a page tells other sites of the picture of a game; empty where there is none, and where the site's
// address is not known, since that of a picture must be whole.
std::string ImageMeta(const std::string& site, const ParameterMap& parameters, const v1::GameSummary& game) {
  if (site.empty() || !replay::IsOnBoard(game.ruleset_id())) return "";
  std::string image = absl::StrCat(site, kApiRoot.substr(1), "/games/", game.game_id(), "/picture.png");
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    absl::StrAppend(&image, std::string(1, std::exchange(separator, '&')), name, "=", web_pages::PercentEncoded(value));
  }
  const std::string side = absl::StrCat(replay::kPositionImageSide);
  return absl::StrCat(Meta("image", image), Meta("image:type", kPngType), Meta("image:width", side),
                      Meta("image:height", side), Meta("image:alt", absl::StrCat("The board of game ", game.game_id())),
                      "<meta name=\"twitter:card\" content=\"summary\">\n");
}

}  // namespace

absl::StatusOr<WebAnswer> Router::Frame(const WebRequest& request, const std::string& id) const {
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, PositionParameters()));
  const auto file = files_.find(kEmbedFile);
  if (file == files_.end()) return absl::NotFoundError("this site has no pages to show games in frames");
  v1::GameSummary game;
  if (live_state_.IsRunning(id)) {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Replay replay, live_state_.RunningGame(id, 0));
    game = replay.game();
  } else {
    FLAGFALL_ASSIGN_OR_RETURN(game, live_state_.FinishedGame(id));
  }
  const std::string title = absl::StrCat(game.red(), " against ", game.blue());
  std::string head =
      absl::StrCat("<meta name=\"flagfall-game\" content=\"", id, "\">\n", Meta("title", title),
                   Meta("type", "website"), Meta("site_name", host_.site.title.empty() ? "Flagfall" : host_.site.title),
                   Meta("description", absl::StrCat(game.ruleset_id(), ", ", ResultText(game), "; game ", id)));
  absl::StrAppend(&head, ImageMeta(host_.site.address, request.parameters, game));
  std::string page = absl::StrReplaceAll(
      file->second->plain,
      {{kHeadMark, head},
       {kRootMark, kFrameRoot},
       {"\"./", "\"../../"},
       {"<title>Flagfall</title>", absl::StrCat("<title>", web_pages::XmlText(title), "</title>")}});
  return WebAnswer{.content = ContentOf(file->second->type, std::move(page)), .headers = ForFrames()};
}

}  // namespace flagfall::arena::web
