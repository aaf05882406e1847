#ifndef ARENA_BASE_ARENA_CALLS_H_
#define ARENA_BASE_ARENA_CALLS_H_

// The calls of ArenaService that have one request and one response, each as CALL(METHOD, RESPONSE); the request is
// METHODRequest. arena/client and arena/server make their functions of it, so that a call is added in one place, and
// what is done for it in another.
#define FLAGFALL_ARENA_CALLS(CALL)               \
  CALL(ListBots, ListBotsResponse)               \
  CALL(GetBot, Bot)                              \
  CALL(GetBotLog, GetBotLogResponse)             \
  CALL(SuspendBot, Bot)                          \
  CALL(ResumeBot, Bot)                           \
  CALL(RetireBot, Bot)                           \
  CALL(ListSubmissions, ListSubmissionsResponse) \
  CALL(GetSubmission, Submission)                \
  CALL(CreateRemoteBot, CreateRemoteBotResponse) \
  CALL(CreateBotToken, NewToken)                 \
  CALL(CreateTournament, Tournament)             \
  CALL(ListTournaments, ListTournamentsResponse) \
  CALL(GetTournament, Tournament)                \
  CALL(CancelTournament, Tournament)             \
  CALL(ResumeTournament, Tournament)             \
  CALL(ListGames, ListGamesResponse)             \
  CALL(GetGameRecord, GameRecord)                \
  CALL(GetGameView, GameView)                    \
  CALL(GetLeaderboard, GetLeaderboardResponse)   \
  CALL(CreateUser, User)                         \
  CALL(RemoveUser, User)                         \
  CALL(ListUsers, ListUsersResponse)             \
  CALL(CreateToken, NewToken)                    \
  CALL(ListTokens, ListTokensResponse)           \
  CALL(RevokeToken, Token)

#endif  // ARENA_BASE_ARENA_CALLS_H_
