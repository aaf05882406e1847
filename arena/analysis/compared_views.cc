#include "arena/analysis/compared_views.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/string_view.h"
#include "arena/analysis/board_replay.h"
#include "referee/base/status_macros.h"
#include "referee/rules/board/ply_list.h"
#include "referee/rules/board_game/board_play.h"

namespace flagfall::arena::analysis {
namespace {

// What a player has seen so far, as a number (FNV-1a of 64 bits).
class SeenDigest {
 public:
  void Add(std::uint64_t byte) { digest_ = (digest_ ^ (byte & 0xff)) * 1'099'511'628'211ULL; }

  void Add(absl::string_view bytes) {
    for (const char byte : bytes) Add(static_cast<unsigned char>(byte));
  }

  std::uint64_t value() const { return digest_; }

 private:
  std::uint64_t digest_ = 14'695'981'039'346'656'037ULL;
};

std::string BytesOf(std::vector<board::Placement> set_up) {
  std::sort(set_up.begin(), set_up.end(),
            [](const board::Placement& a, const board::Placement& b) { return a.square < b.square; });
  std::string bytes;
  for (const board::Placement& placement : set_up) {
    bytes.push_back(static_cast<char>(placement.square));
    bytes.push_back(static_cast<char>(placement.type));
  }
  return bytes;
}

// Adds what a side sees of a ply: where it went, whether it was an attack and how it ended, and which of the opponent's
// types it showed.
void AddSeen(const ReplayedPly& played, Side side, SeenDigest& digest) {
  digest.Add(played.ply.from);
  digest.Add(played.ply.to);
  digest.Add(static_cast<std::uint64_t>(played.report.attack));
  for (const board::PieceId id : {played.report.mover, played.report.target}) {
    if (id == board::kNoPiece) continue;
    const board::Piece& piece = played.after.PieceOf(id);
    digest.Add(piece.side != side && piece.is_revealed ? static_cast<std::uint64_t>(piece.type) : 0);
  }
}

int PlaceOf(const ExamAnswer& answer, const std::vector<board::Ply>& legal) {
  if (!answer.has_value() || !answer->has_ply()) return kNoAnswer;
  const absl::StatusOr<board::Ply> ply = PlyOf(answer->ply());
  if (!ply.ok()) return kNoAnswer;
  const auto found = std::find(legal.begin(), legal.end(), *ply);
  return found == legal.end() ? kNoAnswer : static_cast<int>(found - legal.begin());
}

}  // namespace

absl::Status ComparedViews::AddGame(const v1::GameRecord& record, int plies_max) {
  std::vector<ComparedView> views;
  // Of each view, what its side had seen before it, its own set-up left out.
  std::vector<std::uint64_t> digests;
  std::array<SeenDigest, 2> seen;
  FLAGFALL_ASSIGN_OR_RETURN(const RecordedStart start, ReplayBoard(record, [&](const ReplayedPly& played) {
                              if (played.number > plies_max) return;
                              board::PlyList legal;
                              played.before.LegalPlies(legal);
                              views.push_back({.game = game_ids_.size(),
                                               .number = played.number,
                                               .side = played.side,
                                               .legal = std::vector<board::Ply>(legal.begin(), legal.end())});
                              digests.push_back(seen[IndexOf(played.side)].value());
                              for (const Side side : kSides) AddSeen(played, side, seen[IndexOf(side)]);
                            }));
  const std::array<std::string, 2> set_ups = {BytesOf(start.red), BytesOf(start.blue)};
  const std::string options = record.ruleset().SerializeAsString();
  for (std::size_t i = 0; i < views.size(); ++i) {
    SeenDigest digest;
    digest.Add(options);
    digest.Add(IndexOf(views[i].side));
    digest.Add(set_ups[IndexOf(views[i].side)]);
    for (int shift = 0; shift < 64; shift += 8) digest.Add(digests[i] >> shift);
    if (seen_.insert(digest.value()).second) views_.push_back(std::move(views[i]));
  }
  unit_of_.push_back(units_.try_emplace(set_ups[0] + set_ups[1], units_.size()).first->second);
  game_ids_.push_back(record.game_id());
  return absl::OkStatus();
}

void ComparedViews::AddBot(absl::Span<const std::vector<GameAnswers>> times) {
  for (ComparedView& view : views_) {
    // Sides alternate from Red's first ply.
    const auto own = static_cast<std::size_t>(view.number - 1) / 2;
    std::vector<int>& answers = view.answers.emplace_back();
    for (const std::vector<GameAnswers>& games : times) {
      const std::vector<std::vector<ExamAnswer>>& of_side = games[view.game][IndexOf(view.side)];
      const bool is_asked = own < of_side.size() && !of_side[own].empty();
      answers.push_back(is_asked ? PlaceOf(of_side[own].front(), view.legal) : kNoAnswer);
    }
  }
  ++bots_;
}

}  // namespace flagfall::arena::analysis
