#ifndef TESTS_WHOLE_HOST_BOT_PROGRAM_H_
#define TESTS_WHOLE_HOST_BOT_PROGRAM_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "flagfall/v1/bot_service.pb.h"
#include "tests/rpc/test_client.h"
#include "tests/whole_host/agenda.h"
#include "tests/whole_host/network.h"
#include "tests/whole_host/plan.h"

namespace flagfall::whole_host {

// The process of a bot: dials in, says hello, and plays all games that it is given, well or badly, with an HTTP/2
// client of its own. Everything that it does follows from its seed and from what it hears.
class BotProgram : public Mortal {
 public:
  struct Setting {
    std::string name;
    std::string token;
    Manners manners = Manners::kHonest;
    std::uint64_t seed = 0;
  };
  // Returns a connection to the host, or null when nobody listens.
  using Dialler = std::function<std::shared_ptr<Link>()>;

  BotProgram(Agenda& agenda, Setting setting, Dialler dial);
  // Its connection is closed, as the kernel does with those of a process that ends.
  ~BotProgram();

  // --- Faults. ---

  // Answers nothing from now on.
  void Hang() { is_hung_ = true; }
  void Flood();
  void TalkGarbage();
  void DialAgain() { Dial(); }
  const std::shared_ptr<Link>& link() const { return link_; }
  void ReadNothingFor(Micros time);

  const std::string& name() const { return setting_.name; }
  std::uint64_t decisions_heard() const { return decisions_heard_; }

 private:
  void Dial();
  void OnBytes(const std::string& bytes);
  void OnClosed();
  void Hear(const v1::PlayResponse& message);
  void Decide(const v1::DecisionRequired& decision);
  // Beside the answer, or instead of it.
  bool Misbehave(const v1::DecisionRequired& decision);
  v1::Action AnswerTo(const v1::DecisionRequired& decision);
  void Act(const v1::DecisionRequired& decision, const v1::Action& action, Micros after);
  void Say(const v1::PlayRequest& request);
  void SayAfter(Micros after, v1::PlayRequest request);
  void Push();
  Micros ThinkingTime();

  Agenda& agenda_;
  const Setting setting_;
  const Dialler dial_;
  std::mt19937_64 random_;
  std::shared_ptr<Link> link_;
  // Connections before that a hostile bot has not closed.
  std::vector<std::shared_ptr<Link>> left_open_;
  std::unique_ptr<rpc::TestClient> client_;
  std::int32_t stream_ = 0;
  std::size_t heard_ = 0;
  std::uint64_t connection_ = 0;
  std::string unsent_;
  bool is_hung_ = false;
  int dials_in_vain_ = 0;
  std::uint64_t decisions_heard_ = 0;
  // What it knows of its games.
  std::map<std::string, v1::GameStarted> games_;
};

}  // namespace flagfall::whole_host

#endif  // TESTS_WHOLE_HOST_BOT_PROGRAM_H_
