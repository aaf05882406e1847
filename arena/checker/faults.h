#ifndef ARENA_CHECKER_FAULTS_H_
#define ARENA_CHECKER_FAULTS_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace flagfall::arena::checker {

// What a bot can do wrong at any time, whatever step is running.
enum class Fault {
  // An action that names a decision that is not open.
  kWrongDecision,
  // An action, resignation or draw offer for a game that never existed.
  kUnknownGame,
  kIllegalAction,
  // Bytes that are no PlayRequest.
  kUndecodable,
  // A message longer than the protocol allows.
  kTooLong,
  // More messages than the protocol allows.
  kTooMany,
  kLongComment,
  // Beliefs that the referee drops, or which fit no piece.
  kUselessBeliefs,
  // A second stream, a second hello on a stream, or a message without content.
  kSecondHello,
};

// The faults that belong to the play of a game. After such a fault the checker repairs the game, which goes on.
inline const std::vector<Fault> kPlayFaults = {Fault::kWrongDecision, Fault::kUnknownGame, Fault::kIllegalAction};

// All faults that were seen in a check, in order. The checker repairs faults where it can and plays on, so that a fault
// makes one step fail and not all of them. Used by the thread of the check only.
class Faults {
 public:
  // Adds a fault, unless enough of its kind were noted already.
  void Note(Fault fault, std::string text) {
    const auto is_same = [fault](const Noted& noted) { return noted.fault == fault; };
    if (std::count_if(noted_.begin(), noted_.end(), is_same) >= kNotedMax) return;
    noted_.push_back({.fault = fault, .text = std::move(text)});
  }

  // The number of all faults noted.
  std::size_t Count() const { return noted_.size(); }
  // Returns the texts of the faults of these kinds, without the first `from` faults of all kinds.
  std::vector<std::string> Of(const std::vector<Fault>& faults, std::size_t from = 0) const {
    std::vector<std::string> texts;
    for (std::size_t i = from; i < noted_.size(); ++i) {
      if (std::find(faults.begin(), faults.end(), noted_[i].fault) != faults.end()) texts.push_back(noted_[i].text);
    }
    return texts;
  }
  // Forgets the faults of kPlayFaults after the first `from` faults of all kinds. To be called when a step has failed
  // by them, so that no later step fails by them too.
  void ForgetPlayFaults(std::size_t from) {
    const auto is_of_play = [](const Noted& noted) {
      return std::find(kPlayFaults.begin(), kPlayFaults.end(), noted.fault) != kPlayFaults.end();
    };
    const auto begin = noted_.begin() + static_cast<std::ptrdiff_t>(std::min(from, noted_.size()));
    noted_.erase(std::remove_if(begin, noted_.end(), is_of_play), noted_.end());
  }

 private:
  struct Noted {
    Fault fault{};
    std::string text = {};
  };

  // The most faults of one kind that are kept, so that a flood of one kind does not hide the others.
  static constexpr std::ptrdiff_t kNotedMax = 100;

  std::vector<Noted> noted_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_FAULTS_H_
