#include "arena/store/tournaments.h"

#include <limits>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/base/json.h"
#include "arena/base/names.h"
#include "arena/base/second_player.h"
#include "arena/base/timestamps.h"
#include "arena/base/unplayed.h"
#include "arena/store/books.h"
#include "arena/store/bots.h"
#include "arena/store/chain.h"
#include "arena/store/players.h"
#include "arena/store/rating_order.h"
#include "referee/base/check.h"
#include "referee/base/sha256.h"
#include "referee/base/status_macros.h"

namespace flagfall::arena::store {
namespace {

absl::Status UnknownTournamentError(std::int64_t id) {
  return absl::NotFoundError(absl::StrCat("there is no tournament ", id, "; `flagfall tournament list` shows them"));
}

// The state as callers know it: the standing, where there is one.
#define FLAGFALL_STATE "CASE WHEN due_time_us IS NOT NULL THEN 'scheduled' ELSE coalesce(standing, state) END"

// The columns that ReadTournament reads.
#define FLAGFALL_SELECT_TOURNAMENTS                                                                           \
  "SELECT tournament_id, spec, pool, " FLAGFALL_STATE                                                         \
  ", created_time_us, updated_time_us, "                                                                      \
  "coalesce(stopped_error, ''), qualifier_id, coalesce(waiting_games, 0), coalesce(waiting_reason, '') FROM " \
  "tournaments "

// Whether something is to be done for a tournament at its due_time_us: bots do not play for their entry, or have done
// so.
#define FLAGFALL_IS_NOT_QUALIFYING                                                                      \
  "(qualifier_id IS NULL OR NOT entries_open OR (SELECT qualifier.state FROM tournaments AS qualifier " \
  "WHERE qualifier.tournament_id = tournaments.qualifier_id) = 'finished') "

// The words that the columns `state` and `standing` hold.
struct StateColumns {
  std::string state;
  std::optional<std::string> standing;
};

StateColumns ColumnsOf(v1::Tournament::State state) {
  if (state == v1::Tournament::STATE_QUEUED) return {EnumWord(v1::Tournament::STATE_RUNNING), EnumWord(state)};
  if (state == v1::Tournament::STATE_PAUSED || state == v1::Tournament::STATE_CANCELLED) {
    return {EnumWord(v1::Tournament::STATE_STOPPED), EnumWord(state)};
  }
  // The column `due_time_us` says the rest.
  if (state == v1::Tournament::STATE_SCHEDULED) return {EnumWord(v1::Tournament::STATE_STOPPED), std::nullopt};
  return {EnumWord(state), std::nullopt};
}

absl::StatusOr<Tournament> ReadTournament(const Statement& row) {
  Tournament tournament;
  tournament.id = row.Int(0);
  if (const absl::Status read = FromJson(row.Text(1), "its spec", tournament.spec); !read.ok()) {
    return absl::DataLossError(absl::StrCat("tournament ", tournament.id, " is damaged: ", read.message()));
  }
  if (!row.IsNull(2)) tournament.pool = row.Text(2);
  FLAGFALL_ASSIGN_OR_RETURN(tournament.state, EnumNamed<v1::Tournament::State>(row.Text(3)));
  tournament.created_time = Micros(row.Int(4));
  tournament.updated_time = Micros(row.Int(5));
  tournament.error = row.Text(6);
  if (!row.IsNull(7)) tournament.qualifier = row.Int(7);
  tournament.waiting_games = static_cast<std::uint32_t>(row.Int(8));
  tournament.waiting_reason = row.Text(9);
  return tournament;
}

// When something is next to be done for a scheduled tournament of this spec.
std::int64_t DueTimeOf(const v1::TournamentSpec& spec) {
  const bool closes_before = spec.bots().empty() && spec.has_entries_until();
  return MicrosOf(closes_before ? spec.entries_until() : spec.start_time()).count();
}

// The text of a book has lines; the names of books, and references to them, have not.
bool IsBookText(absl::string_view book) { return absl::StrContains(book, '\n'); }

// Returns the spec with base names replaced by the names of entries.
absl::StatusOr<v1::TournamentSpec> WithEntries(Database& database, v1::TournamentSpec spec,
                                               bool takes_retired = false) {
  std::set<std::string> entered;
  for (std::string& name : *spec.mutable_bots()) {
    FLAGFALL_ASSIGN_OR_RETURN(const Bot bot, FindPlayer(database, name));
    if (bot.State() == v1::Bot::STATE_RETIRED && !takes_retired) {
      return absl::FailedPreconditionError(absl::StrCat("bot ", bot.name(), " is retired: ", bot.retired_reason));
    }
    if (!entered.insert(bot.name()).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("field bots: '", bot.name(), "' comes twice, with and without its version; ", kAgainstItself));
    }
    if (IsFurtherPlayer(name)) FLAGFALL_RETURN_IF_ERROR(AddFurtherPlayer(database, bot.name()));
    if (const auto settings = spec.bot_options().find(name); settings != spec.bot_options().end()) {
      const v1::BotSettings values = settings->second;
      spec.mutable_bot_options()->erase(name);
      (*spec.mutable_bot_options())[bot.name()] = values;
    }
    name = bot.name();
  }
  return spec;
}

}  // namespace

absl::StatusOr<std::int64_t> CreateTournament(Database& database, const v1::TournamentSpec& spec,
                                              absl::string_view pool, Micros now, v1::Tournament::State state) {
  const bool is_scheduled = state == v1::Tournament::STATE_SCHEDULED;
  FLAGFALL_CHECK(!pool.empty() && spec.seed() != 0 && spec.has_rated());
  FLAGFALL_CHECK(is_scheduled ? spec.has_start_time() : !spec.bots().empty());
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(v1::TournamentSpec entered, WithEntries(database, spec));
  if (IsBookText(entered.book())) {
    FLAGFALL_ASSIGN_OR_RETURN(*entered.mutable_book(), StoreBook(database, entered.book()));
  }
  Statement insert = database.Prepare(
      "INSERT INTO tournaments (name, spec, ruleset_id, ruleset, pool, state, created_time_us, updated_time_us, "
      "spec_sha256, rates_forfeits, standing, challenger, due_time_us, entries_open, series_id, series_number) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, nullif(?12, ''), ?13, ?14, nullif(?15, 0), nullif(?16, "
      "0)) RETURNING tournament_id");
  const StateColumns columns = ColumnsOf(state);
  const std::string text = ToJson(entered);
  insert.Bind(spec.name()).Bind(text).Bind(spec.ruleset().id()).Bind(RulesetText(spec.ruleset()));
  insert.Bind(spec.rated() ? std::optional(pool) : std::nullopt).Bind(columns.state);
  insert.Bind(now.count()).Bind(now.count());
  insert.BindBlob(Sha256Of(text)).Bind(std::int64_t{RatesForfeits(spec)});
  insert.Bind(columns.standing.has_value() ? std::optional<absl::string_view>(*columns.standing) : std::nullopt);
  insert.Bind(spec.challenger());
  insert.Bind(is_scheduled ? std::optional(DueTimeOf(spec)) : std::nullopt).Bind(std::int64_t{spec.bots().empty()});
  insert.Bind(std::int64_t{spec.series()}).Bind(std::int64_t{spec.series_number()});
  FLAGFALL_ASSIGN_OR_RETURN(const std::int64_t id, insert.Number());
  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());
  return id;
}

absl::StatusOr<Tournament> FindTournament(Database& database, std::int64_t id) {
  Statement select = database.Prepare(FLAGFALL_SELECT_TOURNAMENTS "WHERE tournament_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(id).Next());
  if (!found) return UnknownTournamentError(id);
  return ReadTournament(select);
}

absl::Status UpdateState(Database& database, Tournament& tournament) {
  Statement select = database.Prepare(
      "SELECT " FLAGFALL_STATE
      ", updated_time_us, coalesce(stopped_error, ''), coalesce(waiting_games, 0), coalesce(waiting_reason, '') "
      "FROM tournaments WHERE tournament_id = ?1");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, select.Bind(tournament.id).Next());
  if (!found) return UnknownTournamentError(tournament.id);
  FLAGFALL_ASSIGN_OR_RETURN(tournament.state, EnumNamed<v1::Tournament::State>(select.Text(0)));
  tournament.updated_time = Micros(select.Int(1));
  tournament.error = select.Text(2);
  tournament.waiting_games = static_cast<std::uint32_t>(select.Int(3));
  tournament.waiting_reason = select.Text(4);
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Tournament>> ListTournaments(Database& database, std::optional<std::int64_t> before,
                                                        int count) {
  Statement select =
      database.Prepare(FLAGFALL_SELECT_TOURNAMENTS "WHERE tournament_id < ?1 ORDER BY tournament_id DESC LIMIT ?2");
  select.Bind(before.value_or(std::numeric_limits<std::int64_t>::max())).Bind(static_cast<std::int64_t>(count));
  return select.Collect<Tournament>(ReadTournament);
}

absl::StatusOr<std::vector<Tournament>> RunningTournaments(Database& database, int count) {
  Statement select =
      database.Prepare(FLAGFALL_SELECT_TOURNAMENTS
                       "WHERE state = 'running' AND standing IS NOT 'paused' ORDER BY tournament_id LIMIT ?1");
  return select.Bind(static_cast<std::int64_t>(count)).Collect<Tournament>(ReadTournament);
}

absl::StatusOr<std::vector<Tournament>> RunningWithoutChallenges(Database& database, int count) {
  Statement select = database.Prepare(
      FLAGFALL_SELECT_TOURNAMENTS
      "WHERE state = 'running' AND standing IS NOT 'paused' AND challenger IS NULL ORDER BY tournament_id LIMIT ?1");
  return select.Bind(static_cast<std::int64_t>(count)).Collect<Tournament>(ReadTournament);
}

absl::StatusOr<std::vector<Tournament>> NextChallenges(Database& database, int count) {
  Statement select = database.Prepare(
      FLAGFALL_SELECT_TOURNAMENTS
      "WHERE tournament_id IN (SELECT min(tournament_id) FROM tournaments INDEXED BY tournaments_running "
      "WHERE state = 'running' AND standing IS NOT 'paused' AND challenger IS NOT NULL GROUP BY challenger) "
      "ORDER BY tournament_id LIMIT ?1");
  return select.Bind(static_cast<std::int64_t>(count)).Collect<Tournament>(ReadTournament);
}

absl::StatusOr<ChallengesOf> CountChallenges(Database& database, absl::string_view challenger, Micros since) {
  Statement count = database.Prepare(
      "SELECT count(*) FILTER (WHERE state = 'running' OR due_time_us IS NOT NULL), "
      "coalesce(sum(json_extract(spec, '$.games')) FILTER (WHERE created_time_us >= ?2), 0) "
      "FROM tournaments WHERE challenger = ?1");
  FLAGFALL_RETURN_IF_ERROR(count.Bind(challenger).Bind(since.count()).Next().status());
  return ChallengesOf{.open = count.Int(0), .games_since = count.Int(1)};
}

absl::StatusOr<std::vector<std::int64_t>> TournamentsGoingOn(Database& database) {
  Statement select = database.Prepare("SELECT tournament_id FROM tournaments WHERE state = 'running'");
  return select.Collect<std::int64_t>([](const Statement& row) { return row.Int(0); });
}

absl::StatusOr<std::vector<Tournament>> DueTournaments(Database& database, Micros now) {
  Statement select =
      database.Prepare(FLAGFALL_SELECT_TOURNAMENTS "WHERE due_time_us <= ?1 AND " FLAGFALL_IS_NOT_QUALIFYING
                                                   "ORDER BY due_time_us, tournament_id");
  return select.Bind(now.count()).Collect<Tournament>(ReadTournament);
}

absl::StatusOr<std::optional<Micros>> NextDueTime(Database& database) {
  Statement select = database.Prepare(
      "SELECT min(due_time_us) FROM tournaments WHERE due_time_us IS NOT NULL AND " FLAGFALL_IS_NOT_QUALIFYING);
  FLAGFALL_RETURN_IF_ERROR(select.Next().status());
  return select.IsNull(0) ? std::nullopt : std::optional(Micros(select.Int(0)));
}

absl::Status CloseEntries(Database& database, std::int64_t id, const v1::TournamentSpec& spec) {
  FLAGFALL_CHECK(!spec.bots().empty());
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  FLAGFALL_ASSIGN_OR_RETURN(const v1::TournamentSpec entered,
                            WithEntries(database, spec, /*takes_retired=*/spec.has_must_beat()));
  const std::string text = ToJson(entered);
  Statement update = database.Prepare(
      "UPDATE tournaments SET spec = ?2, spec_sha256 = ?3, due_time_us = ?4, entries_open = 0 "
      "WHERE tournament_id = ?1 AND entries_open AND due_time_us IS NOT NULL RETURNING tournament_id");
  update.Bind(id).Bind(text).BindBlob(Sha256Of(text)).Bind(DueTimeOf(entered));
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, update.Next());
  if (!found) {
    return absl::FailedPreconditionError(absl::StrCat("tournament ", id, " does not wait for its list of bots"));
  }
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  return transaction.Commit();
}

absl::StatusOr<std::int64_t> CountRunningBefore(Database& database, std::int64_t id) {
  return database
      .Prepare(
          "SELECT count(*) FROM tournaments WHERE state = 'running' AND standing IS NOT 'paused' AND tournament_id < "
          "?1 AND challenger IS NULL")
      .Bind(id)
      .Number();
}

absl::StatusOr<bool> IsInUnfinishedTournament(Database& database, absl::string_view entry) {
  Statement select = database.Prepare(
      "SELECT EXISTS (SELECT 1 FROM tournaments, json_each(spec, '$.bots') WHERE state <> 'finished' "
      "AND NOT (standing IS 'cancelled' AND challenger IS NOT NULL) AND value = ?1)");
  FLAGFALL_RETURN_IF_ERROR(select.Bind(entry).Next().status());
  return select.Int(0) != 0;
}

absl::Status SetTournamentState(Database& database, std::int64_t id, v1::Tournament::State state, Micros now,
                                absl::string_view error) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  std::optional<std::int64_t> due;
  if (state == v1::Tournament::STATE_SCHEDULED) {
    FLAGFALL_ASSIGN_OR_RETURN(const Tournament tournament, FindTournament(database, id));
    due = DueTimeOf(tournament.spec);
  }
  Statement update = database.Prepare(
      "UPDATE tournaments SET state = ?2, updated_time_us = ?3, standing = ?4, stopped_error = nullif(?5, ''), "
      "due_time_us = ?6, waiting_games = NULL, waiting_reason = NULL WHERE tournament_id = ?1 RETURNING tournament_id");
  const StateColumns columns = ColumnsOf(state);
  update.Bind(id).Bind(columns.state).Bind(now.count());
  update.Bind(columns.standing.has_value() ? std::optional<absl::string_view>(*columns.standing) : std::nullopt);
  update.Bind(error).Bind(due);
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, update.Next());
  if (!found) return UnknownTournamentError(id);
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  const bool runs = columns.state == EnumWord(v1::Tournament::STATE_RUNNING);
  if (!runs) FLAGFALL_RETURN_IF_ERROR(RateWaiting(database, id));
  if (state == v1::Tournament::STATE_FINISHED) {
    FLAGFALL_RETURN_IF_ERROR(database.SealChain());
    FLAGFALL_RETURN_IF_ERROR(NoteTournamentEnd(database, id));
  }
  return transaction.Commit();
}

absl::Status NoteWaitingGames(Database& database, std::int64_t id, std::uint32_t games, absl::string_view reason) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement update = database.Prepare(
      "UPDATE tournaments SET waiting_games = nullif(?2, 0), waiting_reason = nullif(?3, '') WHERE tournament_id = ?1 "
      "RETURNING tournament_id");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found,
                            update.Bind(id).Bind(static_cast<std::int64_t>(games)).Bind(reason).Next());
  if (!found) return UnknownTournamentError(id);
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  return transaction.Commit();
}

absl::Status NotePause(Database& database, std::int64_t id, Micros now) {
  FLAGFALL_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginWriting(database));
  Statement update = database.Prepare(
      "UPDATE tournaments SET standing = 'paused', updated_time_us = ?2 WHERE tournament_id = ?1 "
      "RETURNING tournament_id");
  FLAGFALL_ASSIGN_OR_RETURN(const bool found, update.Bind(id).Bind(now.count()).Next());
  if (!found) return UnknownTournamentError(id);
  FLAGFALL_RETURN_IF_ERROR(update.Run());
  return transaction.Commit();
}

}  // namespace flagfall::arena::store
