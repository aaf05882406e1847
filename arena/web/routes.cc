// The table of the paths below /api/v1.
#include <iterator>

#include "absl/algorithm/container.h"
#include "arena/web/router.h"
#include "arena/web_pages/atom.h"
#include "flagfall/v1/analysis.pb.h"
#include "flagfall/v1/rankings.pb.h"
#include "flagfall/v1/receipt.pb.h"
#include "flagfall/v1/record.pb.h"
#include "flagfall/v1/web.pb.h"

namespace flagfall::arena::web {
namespace {

template <typename Message>
const google::protobuf::Descriptor* Of() {
  return Message::descriptor();
}

}  // namespace

std::vector<Router::Route> Router::PageRoutes() {
  return {
      {{"", "this list", Of<v1::ApiIndex>()}, &Pages::Index},
      {{"/openapi.json", "this list as OpenAPI 3.1, with the schema of each answer"}, &Pages::OpenApi},
      {{"/site", "the site: its title, its pools, how much of what there is", Of<v1::Site>()}, &Pages::Site},
      {{"/status", "what the host does just now, with the running games", Of<v1::HostStatus>()}, &Pages::Status},
      {{"/rulesets", "all rulesets with their guides, and the clauses of the rules", Of<v1::ListRulesetsResponse>()},
       &Pages::Rulesets},
      {{"/rulesets/{ruleset}", "the examples of a ruleset's guide, to be drawn", Of<v1::RulesetPictures>()},
       &Pages::Pictures},
      {{"/leaderboards/{pool}", "the ratings of the games that are rated together", Of<v1::Leaderboard>()},
       &Pages::Leaderboard},
      {{"/bots", "all bots", Of<v1::ListBotsResponse>()}, &Pages::Bots},
      {{"/bots/{bot}", "a bot: its versions, results and ratings", Of<v1::BotPage>()}, &Pages::Bot},
      {{"/bots/{bot}/against/{opponent}", "all games of two bots against each other", Of<v1::HeadToHead>()},
       &Pages::HeadToHead},
      {{"/bots/{bot}/set-ups/{ruleset}", "how a bot set up in its newest games", Of<v1::BotSetUps>()}, &Pages::SetUps},
      {{"/tournaments", "the tournaments, the newest first", Of<v1::ListTournamentsResponse>(),
        TournamentsParameters()},
       &Pages::Tournaments},
      {{"/tournaments/{tournament}", "a tournament with its standings", Of<v1::TournamentPage>()}, &Pages::Tournament},
      {{"/tournaments/{tournament}/rounds/{round}", "a round of a Swiss", Of<v1::TournamentRound>()},
       &Pages::TournamentRound},
      {{"/games", "the games that are over, the newest first", Of<v1::ListGamesResponse>(), GamesParameters()},
       &Pages::Games},
      {{"/games/{id}", "a game to be replayed; of a running one, what is public", Of<v1::Replay>()}, &Pages::Game},
      {{"/games/{id}/neighbours", "the games before and after it of the same two players, and its pair's other game",
        Of<v1::GameNeighbours>()},
       &Pages::Neighbours},
      {{"/games/{id}/receipt", "what shows that a game is in the ledger's signed chain", Of<v1::GameReceipt>()},
       &Pages::Receipt},
      {{"/games/{id}/record", "a game's record, as a file", Of<v1::GameRecord>()}, &Pages::GameFile},
      {{"/games/{id}/text", "a game as text, as a file", nullptr, {}, kTextType}, &Pages::GameFile},
      {{"/games/{id}/xml", "a game as XML, as a file", nullptr, {}, kXmlType}, &Pages::GameFile},
      {{"/bots/{bot}/ratings/{pool}", "how a bot's maximum-likelihood rating came to be, with its 95 % intervals",
        Of<v1::LikelihoodHistory>()},
       &Pages::LikelihoodHistory},
      {{"/bots/{bot}/bits/{ruleset}",
        "how many bits of its opponents' pieces a bot's newest games told it, and they them", Of<v1::BotBits>()},
       &Pages::Bits},
      {{"/leaderboards/{pool}/rankings", "a pool ranked by alpha-rank and by Nash averaging, which allow for circles",
        Of<v1::PoolRankings>()},
       &Pages::Rankings},
      {{"/leaderboards/{pool}/residuals", "who beats whom against what the ratings foretell", Of<v1::PoolResiduals>()},
       &Pages::Residuals},
      {{"/games/{id}/analysis", "what each ply of a board game told the players about each other's pieces, in bits",
        Of<v1::GameAnalysis>()},
       &Pages::Analysis},
      {{"/games/{id}/picture", "a position of a game on a board, as SVG", nullptr, PositionParameters(), kSvgType},
       &Pages::Picture},
      {{"/games/{id}/picture.png", "the same as PNG", nullptr, PositionParameters(), kPngType}, &Pages::Image},
      {{"/feed", "what is new on the site: finished tournaments and bots", nullptr, {}, web_pages::kAtomType},
       &Pages::SiteFeed},
      {{"/tournaments/{tournament}/feed", "what is new of a tournament", nullptr, {}, web_pages::kAtomType},
       &Pages::TournamentFeed},
      {{"/bots/{bot}/feed", "what is new of a bot", nullptr, {}, web_pages::kAtomType}, &Pages::BotFeed}};
}

std::vector<Router::Route> Router::StreamRoutes() {
  using Kind = ParameterKind;
  // Of a stream of several topics, the names of the events begin with the topic's position.
  return {
      {{"/status/events",
        "the same, whenever it changes",
        nullptr,
        {},
        kEventsType,
        {{"status", Of<v1::HostStatus>()}}},
       nullptr,
       &Router::StreamOfStatus},
      {{"/tournaments/{tournament}/events",
        "how far a tournament is, whenever it changes",
        nullptr,
        {},
        kEventsType,
        {{"progress", Of<v1::TournamentProgress>()}, {"notice", Of<v1::TournamentEvent>()}}},
       nullptr,
       &Router::StreamOfTournament},
      {{"/games/{id}/events",
        "the steps of a running game as they come, and its end",
        nullptr,
        {{"from", Kind::kNumber, "how many steps the caller has"}},
        kEventsType,
        {{"steps", Of<v1::Replay>()}, {"over", Of<v1::GameSummary>()}}},
       nullptr,
       &Router::StreamOfGame},
      {{"/events",
        "the events of several topics in one stream; their names begin with the topic's position, as in 0/status",
        nullptr,
        {{"topics", Kind::kText, "a list as in status,tournaments/7,games/7-42@120 (a game behind its 120th step)"}},
        kEventsType,
        {{"0/status", Of<v1::HostStatus>()},
         {"0/progress", Of<v1::TournamentProgress>()},
         {"0/notice", Of<v1::TournamentEvent>()},
         {"0/steps", Of<v1::Replay>()},
         {"0/over", Of<v1::GameSummary>()},
         {"0/end", Of<v1::ApiError>()}}},
       nullptr,
       &Router::StreamOfTopics}};
}

const std::vector<Router::Route>& Router::Routes() {
  static const std::vector<Route> routes = [] {
    std::vector<Route> all = PageRoutes();
    absl::c_move(ExportRoutes(), std::back_inserter(all));
    absl::c_move(StreamRoutes(), std::back_inserter(all));
    return all;
  }();
  return routes;
}

std::vector<ApiRoute> Router::Described() {
  std::vector<ApiRoute> described;
  absl::c_transform(Routes(), std::back_inserter(described), [](const Route& route) { return route.about; });
  return described;
}

}  // namespace flagfall::arena::web
