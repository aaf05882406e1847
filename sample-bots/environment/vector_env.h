#ifndef SAMPLE_BOTS_ENVIRONMENT_VECTOR_ENV_H_
#define SAMPLE_BOTS_ENVIRONMENT_VECTOR_ENV_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "referee/rules/board/board_state.h"
#include "referee/rules/board/ply_list.h"
#include "sample-bots/environment/observation.h"
#include "sample-bots/environment/ply_number.h"
#include "sample-bots/environment/set_up_source.h"
#include "sample-bots/environment/step_threads.h"

namespace flagfall::environment {

// What a VectorEnv is to be like.
struct EnvConfig {
  // 1 to kGamesMax.
  int games = 1;
  // 1 to kThreadsMax.
  int threads = 1;
  std::uint64_t seed = 0;
  // A game is a draw after so many plies, and after so many without a capture (R5.4); 0 for never.
  std::uint32_t max_plies = 0;
  std::uint32_t max_plies_without_capture = 0;
  // Whether observations are written. Without, a step costs less.
  bool observes = true;
  // Whether the plies of each game are kept, for GameOf and LastGameOf.
  bool keeps_games = false;
};
inline constexpr int kGamesMax = 1 << 20;
inline constexpr int kThreadsMax = 256;

// Why a step is refused: a game's action is the number of no ply, or there are not as many as games.
absl::Status NoPlyError(std::size_t index, absl::string_view action);
absl::Status CountError(std::size_t actions, std::size_t games);

// A game that was played in a VectorEnv.
struct PlayedGame {
  std::array<SetUp, 2> set_ups;
  std::vector<board::Ply> plies;
  // Whether it is a draw by max_plies, or by max_plies_without_capture.
  bool is_out_of_plies = false;
  bool is_out_of_captures = false;
};

// Many games of one board ruleset (R1 to R5) that are played at once, each by its own sides in turn, for programs that
// learn. A game that is over begins anew in the same step, with new set-ups.
//
// Game g of slot i is a function of the seed, i, g and the actions: not of the number of threads, nor of the machine.
// All that a step yields stands in buffers that stay where they are for as long as the VectorEnv lives, one entry for
// each slot. One caller at a time.
class VectorEnv {
 public:
  // INVALID_ARGUMENT for numbers out of their ranges.
  static absl::StatusOr<std::unique_ptr<VectorEnv>> New(const board::BoardRules& rules, const EnvConfig& config,
                                                        SetUpSource set_ups);

  // Begins every slot with its game 0 again. FAILED_PRECONDITION as StepThreads::CheckProcess.
  absl::Status Reset();

  // Makes a ply in each slot: its number (PlyNumberOf), as the side to move sees the board. There are as many as slots.
  // INVALID_ARGUMENT names the first slot whose ply is illegal, with the clause; nothing has changed then.
  // FAILED_PRECONDITION as StepThreads::CheckProcess.
  absl::Status Step(absl::Span<const std::int32_t> actions);

  const EnvConfig& config() const { return config_; }
  std::size_t size() const { return slots_.size(); }

  // Of the side to move: kObservationBytes for each slot (Observe). Empty where none are written.
  const std::vector<std::uint8_t>& observations() const { return observations_; }
  // Of the side to move: kPlyNumbers for each slot, 1 for a legal ply.
  const std::vector<std::uint8_t>& legal_mask() const { return legal_mask_; }
  // The last step's, Red's and Blue's for each slot: 1 for a win, -1 for a loss, 0 for all else.
  const std::vector<float>& rewards() const { return rewards_; }
  // Whether the last step ended the slot's game; what is observed is the next one's beginning.
  const std::vector<std::uint8_t>& done() const { return done_; }
  // Whether a limit on plies has ended it, and not the rules.
  const std::vector<std::uint8_t>& truncated() const { return truncated_; }
  // 0 for Red, 1 for Blue.
  const std::vector<std::uint8_t>& to_move() const { return to_move_; }
  // Plies made in the slot's game.
  const std::vector<std::uint32_t>& plies() const { return plies_; }
  // A legal ply of each slot, drawn at random: with these a step is one of random play.
  const std::vector<std::int32_t>& random_actions() const { return random_actions_; }

  // The slot's game as far as it has come, and the one before it. FAILED_PRECONDITION where games are not kept, or none
  // has ended yet.
  absl::StatusOr<PlayedGame> GameOf(std::size_t slot) const;
  absl::StatusOr<PlayedGame> LastGameOf(std::size_t slot) const;

 private:
  // All of a game that is on.
  struct Slot {
    board::BoardState state;
    RecentPlies recent;
    Stream random{0, 0, 0};
    // How many games have begun.
    std::uint64_t games = 0;
    // The numbers of the legal plies, which are those that the mask shows, as the side to move sees the board.
    std::uint32_t legal_count = 0;
    std::array<std::uint16_t, board::PlyList::kPlyCountMax> legal{};
  };
  struct Kept {
    PlayedGame game;
    PlayedGame last;
    bool has_last = false;
  };

  VectorEnv(const board::BoardRules& rules, const EnvConfig& config, SetUpSource set_ups);

  void BeginAll();
  // Of `actions_`.
  absl::Status CheckActions();
  absl::Status IllegalAction(std::size_t index, std::int32_t action) const;
  // Has the processor fetch what StepOne will need.
  void FetchSlot(std::size_t index) const;
  void StepOne(std::size_t index, std::int32_t action);
  // Ends the slot's game where it is over; then `plies` become those of the next one.
  void EndIfOver(std::size_t index, board::PlyList& plies);
  void BeginGame(std::size_t index, board::PlyList& plies);
  // Writes what there is to know of the slot's position, with these legal plies.
  void Show(std::size_t index, const board::PlyList& plies);
  void ClearMask(std::size_t index);

  const EnvConfig config_;
  const SetUpSource set_ups_;
  StepThreads threads_;
  std::vector<Slot> slots_;
  // Those of the step, checked: the caller's may change while the step goes on.
  std::vector<std::int32_t> actions_;
  // Empty where games are not kept.
  std::vector<Kept> kept_;
  std::vector<std::uint8_t> observations_;
  std::vector<std::uint8_t> legal_mask_;
  std::vector<float> rewards_;
  std::vector<std::uint8_t> done_;
  std::vector<std::uint8_t> truncated_;
  std::vector<std::uint8_t> to_move_;
  std::vector<std::uint32_t> plies_;
  std::vector<std::int32_t> random_actions_;
};

}  // namespace flagfall::environment

#endif  // SAMPLE_BOTS_ENVIRONMENT_VECTOR_ENV_H_
