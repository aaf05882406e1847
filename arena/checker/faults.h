#ifndef ARENA_CHECKER_FAULTS_H_
#define ARENA_CHECKER_FAULTS_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace flagfall::arena::checker {

// What a bot can do wrong at any time, whatever it is asked.
enum class Fault {
  // An action that names another decision than the one that is open.
  kWrongDecision,
  // An action, resignation or offer for a game that never was.
  kUnknownGame,
  kIllegalAction,
  kUndecodable,
  kTooLong,
  kTooMany,
  kLongComment,
  // A second stream, or a second hello.
  kSecondHello,
};

// What is wrong in a game itself.
inline const std::vector<Fault> kPlayFaults = {Fault::kWrongDecision, Fault::kUnknownGame, Fault::kIllegalAction};

// All that was seen. The checker mends these faults itself where it can and plays on, so that one fault of the bot
// makes one step fail and not all of them.
class Faults {
 public:
  void Note(Fault fault, std::string text) {
    const auto is_same = [fault](const Noted& noted) { return noted.fault == fault; };
    if (std::count_if(noted_.begin(), noted_.end(), is_same) >= kNotedMax) return;
    noted_.push_back({.fault = fault, .text = std::move(text)});
  }

  std::size_t Count() const { return noted_.size(); }
  // Of these kinds, the first `from` of all left out.
  std::vector<std::string> Of(const std::vector<Fault>& faults, std::size_t from = 0) const {
    std::vector<std::string> texts;
    for (std::size_t i = from; i < noted_.size(); ++i) {
      if (std::find(faults.begin(), faults.end(), noted_[i].fault) != faults.end()) texts.push_back(noted_[i].text);
    }
    return texts;
  }
  // Forgets what was wrong in games, but for the first `from` of all: a step has failed by it.
  void Forgive(std::size_t from) {
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

  // Of each kind, so that a flood of one does not hide the others.
  static constexpr std::ptrdiff_t kNotedMax = 100;

  std::vector<Noted> noted_;
};

}  // namespace flagfall::arena::checker

#endif  // ARENA_CHECKER_FAULTS_H_
