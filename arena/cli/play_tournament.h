#ifndef ARENA_CLI_PLAY_TOURNAMENT_H_
#define ARENA_CLI_PLAY_TOURNAMENT_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "arena/cli/commands.h"
#include "arena/cli/control_variate_flag.h"
#include "arena/cli/host_flags.h"
#include "arena/store/database.h"
#include "flagfall/v1/arena.pb.h"

namespace flagfall::arena::cli {

// How a tournament is run on this machine, beside what its spec says.
struct RunFlags {
  std::shared_ptr<HostFlags> host;
  std::uint32_t table_every = 0;
  ControlVariateFlag control_variate = {};
};

// Adds `--table-every`.
void AddTableEvery(Command command, std::uint32_t& table_every);

// Adds the flags that say how a tournament is run on this machine; not `control_variate`, which is for matches.
void AddRunFlags(Command command, RunFlags& flags);

// Plays what is missing of a tournament of the home, and prints its result when it is finished.
absl::Status Play(const Invocation& invocation, store::Database& database, std::int64_t id, const RunFlags& flags);

// Whether there is a home, where no server is asked. To be called before a spec is read: of several things that are
// wrong it is the one to be mended first.
absl::Status CheckHomeExists(const Invocation& invocation);

// Makes a tournament of a spec that is not complete, in the home, and plays it.
absl::Status RunNewTournament(const Invocation& invocation, const v1::TournamentSpec& asked, const RunFlags& flags);

// Has a server make a tournament of a spec that is not complete, and where `watches` shows how it goes.
absl::Status CreateAtServer(const Invocation& invocation, const v1::TournamentSpec& spec, bool watches,
                            std::uint32_t table_every, const ControlVariateFlag& control_variate = {});

}  // namespace flagfall::arena::cli

#endif  // ARENA_CLI_PLAY_TOURNAMENT_H_
