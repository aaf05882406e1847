// What shows a game within pages of other sites: a picture of a position, and a page to be put into a frame. And how
// ratings came to be.
#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/queries/rankings.h"
#include "arena/queries/secrets.h"
#include "arena/replay/kind_writer.h"
#include "arena/replay/position_image.h"
#include "arena/replay/position_picture.h"
#include "arena/store/games.h"
#include "arena/web/finished_replay_of.h"
#include "arena/web/parameters.h"
#include "arena/web/shared_pages.h"
#include "arena/web_pages/atom.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::web {
namespace {

constexpr char kEmbedFile[] = "embed.html";
// What the page has in the places of which the server knows more.
constexpr char kHeadMark[] = "<!--flagfall-head-->";
constexpr char kRootMark[] = "name=\"flagfall-root\" content=\"./\"";
constexpr char kRoot[] = "name=\"flagfall-root\" content=\"../../\"";

// Other sites may show the picture.
std::vector<std::pair<std::string, std::string>> ForAllSites() {
  return {{"Cross-Origin-Resource-Policy", "cross-origin"}};
}

// Other sites may show the page in a frame. It holds nothing but the game, has no account and reads no cookie, so that
// nobody can be made to do anything by a page laid over it.
std::vector<std::pair<std::string, std::string>> ForFrames() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
           "base-uri 'none'; form-action 'none'; frame-ancestors *"},
          {"Cross-Origin-Opener-Policy", "unsafe-none"},
          {"Cross-Origin-Resource-Policy", "cross-origin"}};
}

std::string Meta(absl::string_view property, absl::string_view content) {
  return absl::StrCat("<meta property=\"og:", property, "\" content=\"", web_pages::XmlText(content), "\">\n");
}

std::string ResultText(const v1::Replay& replay) {
  if (!replay.is_over()) return "running";
  const v1::Outcome& outcome = replay.game().outcome();
  std::string reason = EnumWord(outcome.reason());
  std::replace(reason.begin(), reason.end(), '_', ' ');
  const std::string result = outcome.result() == v1::RESULT_DRAW       ? "a draw"
                             : outcome.result() == v1::RESULT_RED_WINS ? "Red wins"
                                                                       : "Blue wins";
  return absl::StrCat(result, " (", reason, ")");
}

}  // namespace

SharedPages::SharedPages(const WebHost& host, store::Readers& readers, LiveState& live_state, const SiteFiles& files,
                         std::size_t cache_bytes)
    : host_(host),
      readers_(readers),
      live_state_(live_state),
      files_(files),
      finished_(cache_bytes / 2, [](const auto& tournament) { return tournament.ByteSizeLong(); }),
      moments_(cache_bytes / 2, [](const auto& moments) { return moments.ByteSize(); }),
      watch_(host.ledger_path) {}

absl::StatusOr<Page> SharedPages::LikelihoodHistory(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckBotName(asked.parts[2]));
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[4]));
  const auto text = [this, bot = std::string(EntryOfPlayer(asked.parts[2])),
                     pool = asked.parts[4]](store::Database& database) -> absl::StatusOr<std::string> {
    FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t ledger, watch_.Now());
    FLAGFALL_ASSIGN_OR_RETURN(const auto moments, moments_.TryGet(pool, queries::Freshness::kLedger, ledger,
                                                                  [&] { return queries::NewMoments(database, pool); }));
    FLAGFALL_ASSIGN_OR_RETURN(const v1::LikelihoodHistory history, queries::LikelihoodHistoryOf(*moments, pool, bot));
    return ToJson(history);
  };
  return Page{.name = asked.Name(), .text = text};
}

absl::StatusOr<Page> SharedPages::Rankings(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[2]));
  return Page{.name = asked.Name(),
              .text = [pool = asked.parts[2]](store::Database& database) -> absl::StatusOr<std::string> {
                FLAGFALL_ASSIGN_OR_RETURN(const v1::PoolRankings rankings, queries::RankingsPage(database, pool));
                return ToJson(rankings);
              }};
}

absl::StatusOr<Page> SharedPages::Residuals(const Asked& asked) const {
  FLAGFALL_RETURN_IF_ERROR(CheckPool(asked.parts[2]));
  return Page{.name = asked.Name(),
              .text = [pool = asked.parts[2]](store::Database& database) -> absl::StatusOr<std::string> {
                FLAGFALL_ASSIGN_OR_RETURN(const v1::PoolResiduals residuals, queries::ResidualsPage(database, pool));
                return ToJson(residuals);
              }};
}

absl::StatusOr<Page> SharedPages::Picture(const Asked& asked) const {
  return Drawn(asked, replay::PositionPicture, kSvgType);
}

absl::StatusOr<Page> SharedPages::Image(const Asked& asked) const {
  return Drawn(asked, replay::PositionImage, kPngType);
}

absl::StatusOr<Page> SharedPages::Drawn(const Asked& asked, Drawing draw, absl::string_view type) const {
  const std::string& id = asked.parts[2];
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  const ParameterMap parameters = asked.request.parameters;
  FLAGFALL_RETURN_IF_ERROR(PositionIn(parameters, {}).status());
  FLAGFALL_ASSIGN_OR_RETURN(const v1::Observer observer, ObserverIn(parameters));
  const bool is_running = live_state_.IsRunning(id);
  if (!is_running) FLAGFALL_RETURN_IF_ERROR(live_state_.CheckIsOver(id));
  const auto text = [this, id, parameters, observer, is_running,
                     draw](store::Database& database) -> absl::StatusOr<std::string> {
    FLAGFALL_ASSIGN_OR_RETURN(const v1::Replay replay,
                              is_running ? live_state_.RunningGame(id, 0) : FinishedReplayOf(database, id));
    FLAGFALL_ASSIGN_OR_RETURN(const std::uint32_t position, PositionIn(parameters, replay));
    return draw(replay, position, observer);
  };
  return Page{.name = absl::StrCat(asked.Name(), "?", TextParameter(parameters, "step"), "/",
                                   TextParameter(parameters, "ply"), "/", observer),
              .freshness = is_running ? queries::Freshness::kMoment : queries::Freshness::kForever,
              .text = text,
              .type = std::string(type),
              .headers = ForAllSites()};
}

std::string SharedPages::ImageMeta(const ParameterMap& parameters, const v1::Replay& replay) const {
  if (host_.site.address.empty() || !replay::IsOnBoard(replay.ruleset().id())) return "";
  std::string image =
      absl::StrCat(host_.site.address, kApiRoot.substr(1), "/games/", replay.game().game_id(), "/picture.png");
  char separator = '?';
  for (const auto& [name, value] : parameters) {
    absl::StrAppend(&image, std::string(1, std::exchange(separator, '&')), name, "=", web_pages::PercentEncoded(value));
  }
  const std::string side = absl::StrCat(replay::kPositionImageSide);
  return absl::StrCat(Meta("image", image), Meta("image:type", kPngType), Meta("image:width", side),
                      Meta("image:height", side),
                      Meta("image:alt", absl::StrCat("The board of game ", replay.game().game_id())),
                      "<meta name=\"twitter:card\" content=\"summary\">\n");
}

absl::StatusOr<WebAnswer> SharedPages::Embedded(const WebRequest& request, const std::string& id) const {
  FLAGFALL_RETURN_IF_ERROR(CheckGameId(id));
  FLAGFALL_RETURN_IF_ERROR(CheckParameters(request.parameters, PositionParameters()));
  const auto file = files_.find(kEmbedFile);
  if (file == files_.end()) return absl::NotFoundError("this site has no pages to show games in frames");
  v1::Replay replay;
  if (live_state_.IsRunning(id)) {
    FLAGFALL_ASSIGN_OR_RETURN(replay, live_state_.RunningGame(id, 0));
  } else {
    FLAGFALL_ASSIGN_OR_RETURN(*replay.mutable_game(), live_state_.FinishedGame(id));
    replay.set_is_over(true);
    replay.mutable_ruleset()->set_id(replay.game().ruleset_id());
  }
  const std::string title = absl::StrCat(replay.game().red(), " against ", replay.game().blue());
  std::string head =
      absl::StrCat("<meta name=\"flagfall-game\" content=\"", id, "\">\n", Meta("title", title),
                   Meta("type", "website"), Meta("site_name", host_.site.title.empty() ? "Flagfall" : host_.site.title),
                   Meta("description", absl::StrCat(replay.ruleset().id(), ", ", ResultText(replay), "; game ", id)));
  absl::StrAppend(&head, ImageMeta(request.parameters, replay));
  std::string page = absl::StrReplaceAll(
      file->second->plain,
      {{kHeadMark, head},
       {kRootMark, kRoot},
       {"\"./", "\"../../"},
       {"<title>Flagfall</title>", absl::StrCat("<title>", web_pages::XmlText(title), "</title>")}});
  return WebAnswer{.content = ContentOf(file->second->type, std::move(page)), .headers = ForFrames()};
}

}  // namespace flagfall::arena::web
