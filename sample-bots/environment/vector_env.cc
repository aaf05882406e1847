#include "sample-bots/environment/vector_env.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/legality.h"
#include "referee/rules/clause_error.h"

namespace flagfall::environment {
namespace {

using board::BoardState;
using board::Ply;

// What a slot's streams of numbers are for.
enum Purpose : std::uint64_t { kSetUps = 1, kRandomActions = 2 };

absl::Status OutOfRange(absl::string_view name, std::int64_t value, std::int64_t max) {
  return absl::InvalidArgumentError(absl::StrCat(name, " is ", value, "; expected a number from 1 to ", max));
}

SetUp SetUpOf(const BoardState& state, Side side) {
  SetUp set_up;
  board::ForEach(state.OccupiedBy(side), [&](board::Square square) {
    set_up.push_back({.square = square, .type = state.PieceOf(square).type});
  });
  return set_up;
}

// Has the processor fetch memory that is needed soon: the slots together are larger than its inner caches.
void Fetch(const void* begin, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  for (std::size_t at = 0; at < bytes; at += kLine) __builtin_prefetch(static_cast<const char*>(begin) + at, 1);
}

// Writes the number of each ply, as the side sees the board, and its place in the mask.
template <Side kSide>
void MarkLegal(const board::PlyList& plies, std::uint16_t* numbers, std::uint8_t* mask) {
  for (const Ply ply : plies) {
    const int number = PlyNumberOf(SeenBy(kSide, ply));
    *numbers++ = static_cast<std::uint16_t>(number);
    mask[number] = 1;
  }
}

}  // namespace

absl::Status NoPlyError(std::size_t index, absl::string_view action) {
  return ClauseError("R2.1", absl::StrCat("game ", index, ": ", action, " is no ply; expected 0 to ", kPlyNumbers - 1));
}

absl::Status CountError(std::size_t actions, std::size_t games) {
  return absl::InvalidArgumentError(
      absl::StrCat("there are ", actions, " actions; expected ", games, ", one for each game"));
}

absl::StatusOr<std::unique_ptr<VectorEnv>> VectorEnv::New(const board::BoardRules& rules, const EnvConfig& config,
                                                          SetUpSource set_ups) {
  if (config.games < 1 || config.games > kGamesMax) return OutOfRange("n", config.games, kGamesMax);
  if (config.threads < 1 || config.threads > kThreadsMax) return OutOfRange("threads", config.threads, kThreadsMax);
  // The constructor is private.
  return std::unique_ptr<VectorEnv>(new VectorEnv(rules, config, std::move(set_ups)));
}

VectorEnv::VectorEnv(const board::BoardRules& rules, const EnvConfig& config, SetUpSource set_ups)
    : config_(config),
      set_ups_(std::move(set_ups)),
      threads_(config.threads),
      slots_(config.games, Slot{.state = BoardState(rules, Side::kRed), .recent = {}}),
      kept_(config.keeps_games ? config.games : 0),
      observations_(config.observes ? config.games * kObservationBytes : 0),
      legal_mask_(std::size_t{kPlyNumbers} * config.games),
      rewards_(std::size_t{2} * config.games),
      done_(config.games),
      truncated_(config.games),
      to_move_(config.games),
      plies_(config.games),
      random_actions_(config.games) {
  BeginAll();
}

absl::Status VectorEnv::Reset() {
  FLAGFALL_RETURN_IF_ERROR(threads_.CheckProcess());
  BeginAll();
  return absl::OkStatus();
}

void VectorEnv::BeginAll() {
  std::fill(rewards_.begin(), rewards_.end(), 0.0F);
  std::fill(done_.begin(), done_.end(), 0);
  std::fill(truncated_.begin(), truncated_.end(), 0);
  threads_.Run(slots_.size(), [this](std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index) {
      Slot& slot = slots_[index];
      ClearMask(index);
      slot.games = 0;
      slot.random = Stream(config_.seed, index, kRandomActions);
      if (!kept_.empty()) kept_[index] = Kept();
      board::PlyList plies;
      BeginGame(index, plies);
      Show(index, plies);
    }
  });
}

absl::Status VectorEnv::Step(absl::Span<const std::int32_t> actions) {
  if (actions.size() != slots_.size()) return CountError(actions.size(), slots_.size());
  FLAGFALL_RETURN_IF_ERROR(threads_.CheckProcess());
  actions_.assign(actions.begin(), actions.end());
  if (absl::Status legal = CheckActions(); !legal.ok()) return legal;
  threads_.Run(slots_.size(), [this](std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index) {
      if (index + 1 < last) FetchSlot(index + 1);
      StepOne(index, actions_[index]);
    }
  });
  return absl::OkStatus();
}

absl::Status VectorEnv::CheckActions() {
  std::atomic<std::size_t> first_illegal = slots_.size();
  // The mask is larger than a processor's inner caches: one thread would keep the others waiting for it.
  threads_.Run(slots_.size(), [this, &first_illegal](std::size_t first, std::size_t last) {
    for (std::size_t index = first; index < last; ++index) {
      const std::int32_t action = actions_[index];
      if (action >= 0 && action < kPlyNumbers && legal_mask_[index * kPlyNumbers + action] != 0) continue;
      std::size_t known = first_illegal.load();
      while (index < known && !first_illegal.compare_exchange_weak(known, index)) {
      }
      return;
    }
  });
  if (first_illegal == slots_.size()) return absl::OkStatus();
  return IllegalAction(first_illegal, actions_[first_illegal]);
}

absl::Status VectorEnv::IllegalAction(std::size_t index, std::int32_t action) const {
  if (action < 0 || action >= kPlyNumbers) return NoPlyError(index, absl::StrCat(action));
  const BoardState& state = slots_[index].state;
  const Ply ply = SeenBy(state.side_to_move(), PlyOfNumber(action));
  return At(absl::StrCat("game ", index, ": action ", action), board::CheckPly(state, ply));
}

void VectorEnv::StepOne(std::size_t index, std::int32_t action) {
  Slot& slot = slots_[index];
  ClearMask(index);
  const Ply ply = SeenBy(slot.state.side_to_move(), PlyOfNumber(action));
  slot.state.Make(ply);
  slot.recent.Add(ply);
  if (!kept_.empty()) kept_[index].game.plies.push_back(ply);
  board::PlyList plies;
  slot.state.LegalPlies(plies);
  rewards_[2 * index] = rewards_[2 * index + 1] = 0.0F;
  EndIfOver(index, plies);
  Show(index, plies);
}

void VectorEnv::FetchSlot(std::size_t index) const {
  // Of the list of legal plies, as many as there mostly are.
  constexpr std::size_t kFetched = offsetof(Slot, legal) + 64;
  Fetch(&slots_[index], kFetched);
  Fetch(&legal_mask_[index * kPlyNumbers], kPlyNumbers);
}

void VectorEnv::EndIfOver(std::size_t index, board::PlyList& plies) {
  const BoardState& state = slots_[index].state;
  const bool is_over = plies.empty();
  const bool is_out_of_plies = !is_over && config_.max_plies != 0 && state.ply_count() >= config_.max_plies;
  const bool is_out_of_captures = !is_over && !is_out_of_plies && config_.max_plies_without_capture != 0 &&
                                  state.plies_since_capture() >= config_.max_plies_without_capture;
  truncated_[index] = is_out_of_plies || is_out_of_captures;
  done_[index] = is_over || is_out_of_plies || is_out_of_captures;
  if (done_[index] == 0) return;
  const auto result = is_over ? state.Result() : std::nullopt;
  if (result.has_value() && result->winner.has_value()) {
    rewards_[2 * index + IndexOf(*result->winner)] = 1.0F;
    rewards_[2 * index + IndexOf(OpponentOf(*result->winner))] = -1.0F;
  }
  if (!kept_.empty()) {
    Kept& kept = kept_[index];
    kept.game.is_out_of_plies = is_out_of_plies;
    kept.game.is_out_of_captures = is_out_of_captures;
    kept.last = std::exchange(kept.game, PlayedGame());
    kept.has_last = true;
  }
  BeginGame(index, plies);
}

void VectorEnv::BeginGame(std::size_t index, board::PlyList& plies) {
  Slot& slot = slots_[index];
  slot.recent.Clear();
  // Set-ups in which the player to move has no ply would be over before they begin.
  do {
    Stream stream(config_.seed, index + slot.games * kGamesMax, kSetUps);
    ++slot.games;
    slot.state = set_ups_.Begin(stream);
    slot.state.LegalPlies(plies);
  } while (plies.empty());
  if (kept_.empty()) return;
  for (const Side side : kSides) kept_[index].game.set_ups[IndexOf(side)] = SetUpOf(slot.state, side);
}

void VectorEnv::Show(std::size_t index, const board::PlyList& plies) {
  Slot& slot = slots_[index];
  const BoardState& state = slot.state;
  const Side side = state.side_to_move();
  std::uint8_t* mask = &legal_mask_[index * kPlyNumbers];
  slot.legal_count = static_cast<std::uint32_t>(plies.size());
  if (side == Side::kRed) {
    MarkLegal<Side::kRed>(plies, slot.legal.data(), mask);
  } else {
    MarkLegal<Side::kBlue>(plies, slot.legal.data(), mask);
  }
  to_move_[index] = static_cast<std::uint8_t>(side);
  plies_[index] = state.ply_count();
  random_actions_[index] = slot.legal[((slot.random() >> 32) * plies.size()) >> 32];
  if (config_.observes) Observe(state, slot.recent, side, &observations_[index * kObservationBytes]);
}

void VectorEnv::ClearMask(std::size_t index) {
  const Slot& slot = slots_[index];
  std::uint8_t* mask = &legal_mask_[index * kPlyNumbers];
  for (std::uint32_t i = 0; i < slot.legal_count; ++i) mask[slot.legal[i]] = 0;
}

absl::StatusOr<PlayedGame> VectorEnv::GameOf(std::size_t slot) const {
  if (kept_.empty())
    return absl::FailedPreconditionError("games are not kept; make the VectorEnv with keep_games=True");
  if (slot >= kept_.size()) {
    return absl::InvalidArgumentError(absl::StrCat("there is no game ", slot, "; expected 0 to ", kept_.size() - 1));
  }
  return kept_[slot].game;
}

absl::StatusOr<PlayedGame> VectorEnv::LastGameOf(std::size_t slot) const {
  absl::StatusOr<PlayedGame> game = GameOf(slot);
  if (!game.ok()) return game;
  if (!kept_[slot].has_last) return absl::FailedPreconditionError(absl::StrCat("no game has ended in slot ", slot));
  return kept_[slot].last;
}

}  // namespace flagfall::environment
