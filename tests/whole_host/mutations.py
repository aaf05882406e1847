"""The faults that tests/support/mutate.py plants."""

from typing import NamedTuple


class Mutation(NamedTuple):
    """A fault. `old` must occur exactly once in the file."""

    what: str
    file: str
    old: str
    new: str


MUTATIONS = [
    # The ledger and its disk.
    Mutation("lost fsync: commits are not synced", "arena/store/database.cc",
             "PRAGMA synchronous = FULL;", "PRAGMA synchronous = OFF;"),
    Mutation("a start does not make durable what the log holds", "arena/store/database.cc",
             "FLAGFALL_RETURN_IF_ERROR(database->SyncLog());", ""),
    Mutation("a result is acknowledged and its transaction rolled back", "arena/store/results.cc",
             "  FLAGFALL_RETURN_IF_ERROR(transaction.Commit());\n  return receipts;", "  return receipts;"),
    Mutation("a void attempt is stored as if it were the first", "arena/store/results.cc",
             "StoredResult done{.receipt = {.attempt = voids.next}};", "StoredResult done{.receipt = {.attempt = 1}};"),
    Mutation("the record of a game is stored without its set-ups", "arena/store/results.cc",
             "  FLAGFALL_RETURN_IF_ERROR(StoreSetUps(database, sequence, record));\n", ""),
    # The run and its writer.
    Mutation("results that a full disk refused are forgotten", "arena/runner/ledger_writer.cc",
             "  entries.insert(entries.end(), std::move_iterator(results.begin()), std::move_iterator(results.end()));\n", ""),
    Mutation("a run forgets what was played before it", "arena/runner/run_start.cc",
             "for (const tournament::PlayedGame& game : played) FLAGFALL_RETURN_IF_ERROR(schedule->Recall(game));", ""),
    Mutation("a run that was paused ends as running", "arena/runner/run_start.cc",
             "const bool is_paused = is_put_aside && is_pause_requested;", "const bool is_paused = false;"),
    Mutation("a ledger that fails stops the tournament for good as finished", "arena/runner/run_start.cc",
             "const bool is_finished = end.ok() && *end == coordinator::RunEnd::kFinished;", "const bool is_finished = end.ok();"),
    Mutation("free slot leaked: a slot that is returned is not free", "arena/runner/game_slots.cc",
             "  slots_.Update();\n  --held_;\n", "  slots_.Update();\n"),
    Mutation("free slot leaked: the coordinator keeps the slot of a void game", "arena/coordinator/coordinator.cc",
             "    if (slots_.are_shared) ++slots_.to_return;\n    --bots_[running.game.red]",
             "    if (slots_.are_shared && over.record.outcome().result() != v1::RESULT_VOID) ++slots_.to_return;\n    --bots_[running.game.red]"),
    Mutation("a void game is not played again", "arena/coordinator/coordinator.cc",
             "    if (attempts_.NoteVoid(running.game.number, outcome.reason())) games_->PutBack(running.game.number);",
             "    attempts_.NoteVoid(running.game.number, outcome.reason());"),
    # Leases.
    Mutation("reply before commit: a worker is told that its result is stored when it has come", "arena/cluster/lease_board_results.cc",
             "if (game->second.state == LeasedMatch::State::kHandedIn) return std::nullopt;\n  return",
             "if (game->second.state == LeasedMatch::State::kHandedIn) return true;\n  return"),
    Mutation("lease counted twice: what a silent worker had stays its own", "arena/cluster/lease_board_ends.cc",
             "    if (game.state != LeasedMatch::State::kOut) continue;\n    Return(share, found->second, game.game, is_lost);",
             "    if (game.state != LeasedMatch::State::kOut) continue;"),
    Mutation("a silent lease is never over", "arena/cluster/lease_board_ends.cc",
             "if (lease.heard < since) silent.push_back(id);", "if (lease.heard < Micros(0) && lease.heard < since) silent.push_back(id);"),
    Mutation("what a worker hands in is not checked", "arena/cluster/lease_board_results.cc",
             "const absl::Status checked = CheckHandedIn(match, record);", "const absl::Status checked = CheckHandedIn(match, record).ok() ? absl::OkStatus() : absl::OkStatus();"),
    Mutation("a grant that nobody waits for is lost", "arena/cluster/lease_board.cc",
             "  asked->second.answered.NotifyAll();\n}", "  if (!games.empty()) asked->second.lease->games.erase(asked->second.lease->games.begin());\n  asked->second.answered.NotifyAll();\n}"),
    # The referee.
    Mutation("timer lost: one that was moved is not queued again", "referee/net/timer_queue.cc",
             "      timer->Queue(*timer->due_);\n      continue;", "      continue;"),
    Mutation("a standstill is not given back to timers", "referee/net/loop_turns.cc",
             "  timers_.Postpone(stood);\n", ""),
    Mutation("a standstill is told to nobody", "referee/net/loop_turns.cc",
             "  if (watch_.on_standstill) watch_.on_standstill(now, stood);\n", ""),
    Mutation("the host's delay is charged to the bot", "referee/service/bot_stream.cc",
             "return lobby().Handle(*bot_, request, bytes, now, host_delay);", "return lobby().Handle(*bot_, request, bytes, now, host_delay / 2);"),
    Mutation("the lobby does not hear of a stream that has broken", "referee/service/bot_stream.cc",
             "  call_ = nullptr;\n  if (IsOpen()) Break(absl::OkStatus());\n  TellLobbyOfEnd();\n",
             "  call_ = nullptr;\n  if (IsOpen()) End(absl::OkStatus());\n  TellLobbyOfEnd();\n"),
    Mutation("a game that waits does not begin when another has ended", "referee/service/lobby.cc",
             "    session->Report();\n    TryBeginWaiting(*session->bot(v1::SIDE_RED), now);\n    TryBeginWaiting(*session->bot(v1::SIDE_BLUE), now);\n",
             "    session->Report();\n"),
    Mutation("games of a bot that is dismissed go on without it", "referee/service/lobby.cc",
             "session->Leave(session->side_of(*bot), /*for_good=*/true, now);", "session->Leave(session->side_of(*bot), /*for_good=*/false, now);"),
    Mutation("a bot that was dismissed keeps its token", "referee/service/lobby.cc",
             "  bots_by_token_sha256_.erase(bot->token_sha256);\n  bot->token_sha256.clear();\n", ""),
    Mutation("another's bot pays: a slow reader costs its opponent the game", "referee/service/lobby.cc",
             "    if (slow_reader) session->SlowReader(session->side_of(*bot), now);",
             "    if (slow_reader) session->SlowReader(session->side_of(*bot) == v1::SIDE_RED ? v1::SIDE_BLUE : v1::SIDE_RED, now);"),
    Mutation("a message that comes in two pieces is lost", "referee/rpc/connection_input.cc",
             "  call.incoming_.append(bytes.data(), bytes.size());\n  call.incoming_.erase(0, TakeMessages(call, call.incoming_));",
             "  call.incoming_.clear();"),
    Mutation("a preface that comes in two pieces is refused", "referee/rpc/connection.cc",
             "kPreface.substr(preface_bytes_, bytes.size())", "kPreface.substr(0, bytes.size())"),
    Mutation("messages leave before they are sent", "referee/rpc/connection.cc",
             "while (!leaving_.empty() && leaving_.front().first <= bytes) {", "while (!leaving_.empty()) {"),
    # What people ask for.
    Mutation("a submission of an earlier server stays under way", "arena/accounts/submission.cc",
             "  return FailAllUnderWay(database, now);", "  return now == Micros(0) ? FailAllUnderWay(database, now) : absl::OkStatus();"),
    Mutation("a pause is not noted", "arena/store/tournaments.cc", 
             "  FLAGFALL_RETURN_IF_ERROR(update.Run());\n  return transaction.Commit();\n}\n\n}  // namespace flagfall::arena::store",
             "  FLAGFALL_RETURN_IF_ERROR(update.Run());\n  return absl::OkStatus();\n}\n\n}  // namespace flagfall::arena::store"),
    Mutation("the table gives no half points for a draw", "arena/tournament/standings.cc", 
             "    red.draws += game.result == v1::RESULT_DRAW;", "    red.draws += 0;"),
]
