// The part of Match in which players end a game by a word: resignation and agreement (protocol 1.5).
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/match/match_impl.h"
#include "referee/match/messages.h"

namespace flagfall {

void Match::Impl::Resigned(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (spec_.policy.no_resignation()) {
    return SendError(seat, v1::GameError::CODE_NOT_ALLOWED, 0, "", "nobody resigns in this tournament; play on");
  }
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  recorder_.Entry(side, now_)->mutable_resigned()->set_host_delay_micros(host_delay.count());
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  Lose(side, v1::REASON_RESIGNED, "resigned");
}

std::string Match::Impl::DrawOfferRefusal() const {
  if (spec_.policy.no_draw_offers()) return "nobody offers draws in this tournament";
  const std::uint32_t least = spec_.policy.draw_offers_min_plies();
  if (game_->Progress().plies >= least) return "";
  return absl::StrCat("in this tournament draws may be offered after ", least, " plies");
}

void Match::Impl::OfferedDraw(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (seat.offers_draw) {
    return SendError(seat, v1::GameError::CODE_NO_DRAW_OFFER, 0, "", "your offer still stands");
  }
  if (const std::string refusal = DrawOfferRefusal(); !refusal.empty()) {
    return SendError(seat, v1::GameError::CODE_NOT_ALLOWED, 0, "", refusal);
  }
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  recorder_.Entry(side, now_)->mutable_offered_draw()->set_host_delay_micros(host_delay.count());
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  seat.offers_draw = true;
  v1::PlayResponse message;
  message.mutable_draw_offered()->set_game_id(spec_.game_id);
  Send(OpponentAt(side), std::move(message));
}

void Match::Impl::AcceptedDraw(v1::Side side, Micros now, Micros host_delay) {
  Seat& seat = At(side);
  if (!MaySpeak(seat, 0)) return;
  if (!OpponentAt(side).offers_draw) {
    return SendError(seat, v1::GameError::CODE_NO_DRAW_OFFER, 0, "", "there is no offer to accept");
  }
  AdvanceTo(now);
  host_delay = Bounded(host_delay);
  recorder_.Entry(side, now_)->mutable_accepted_draw()->set_host_delay_micros(host_delay.count());
  if (IsLate(seat, host_delay)) return FlagFell(seat, host_delay);
  Finish(MakeOutcome(v1::RESULT_DRAW, v1::REASON_DRAW_AGREED, absl::StrCat(SideName(side), " accepted a draw")));
}

}  // namespace flagfall
