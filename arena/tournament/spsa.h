#ifndef ARENA_TOURNAMENT_SPSA_H_
#define ARENA_TOURNAMENT_SPSA_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace flagfall::arena::tournament {

// Simultaneous perturbation stochastic approximation: J. C. Spall, "Multivariate stochastic approximation using a
// simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37 (1992), with the gains
// of "Implementation of the simultaneous perturbation algorithm for stochastic optimization" (1998), in the form in
// which fishtest tunes chess programs.
//
// However many options there are, an iteration plays theta + c_k * delta against theta - c_k * delta, where delta is 1
// or -1 in each component. The winner tells of all components at once: of each it tells a little that is true and much
// that is chance, and over many iterations the chance cancels out.
//
//     c_k = step * (n / k)^gamma                            how far it is tried, in iteration k of n
//     theta += (a_k / c_k) * delta * lead                   lead: games won minus games lost
//     a_k / c_k = rate * step * ((A + n) / (A + k))^alpha * (k / n)^gamma,   A = stability * n
//
// Example: an option with step 1 and rate 0.1 that is 5 in the last iteration plays 6 against 4. If 6 wins both of two
// games, the option becomes 5 + 0.1 * 2 = 5.2.
//
// Values of integers are rounded for play alone, up or down by chance in proportion to what is nearer, both by the same
// draw: so that theta moves on average as if there were values between the integers. All chance follows from the seed.

// An option that is tuned.
struct SpsaParameter {
  std::string name;
  bool is_integer = false;
  // low < high, whole numbers of an integer. Neither what is played nor theta is ever outside.
  double low = 0;
  double high = 0;
  double start = 0;
  // At least 0.5 of an integer: what both sides play then always differs, but for the ends of the range.
  double step = 0;
};

struct SpsaGains {
  double alpha = 0.602;
  double gamma = 0.101;
  double stability = 0.1;
  double rate = 0;
};

class Spsa {
 public:
  // What the two sides of an iteration play: a value for each parameter.
  struct Trial {
    std::vector<double> plus;
    std::vector<double> minus;
  };

  // At least one parameter and one iteration.
  Spsa(std::vector<SpsaParameter> parameters, const SpsaGains& gains, std::uint32_t iterations, std::uint64_t seed);

  // Begins the next iteration, from theta as it is now.
  void Begin();
  // The trial of an iteration that was begun and is not over; from 1.
  const Trial& TrialOf(std::uint32_t iteration) const;
  // Ends the oldest iteration that was begun and is not over: the plus side has won so many games more than it has
  // lost.
  void End(int lead);
  // The same for an iteration that tells nothing.
  void Skip();

  // How many iterations were begun, and how many are over.
  std::uint32_t begun() const { return over_ + static_cast<std::uint32_t>(open_.size()); }
  std::uint32_t over() const { return over_; }

  const std::vector<SpsaParameter>& parameters() const { return parameters_; }
  // One value for each parameter.
  const std::vector<double>& theta() const { return theta_; }

 private:
  struct Iteration {
    Trial trial;
    // Delta: 1 or -1 for each parameter.
    std::vector<int> signs;
  };

  const std::vector<SpsaParameter> parameters_;
  const SpsaGains gains_;
  const std::uint32_t iterations_;
  const std::uint64_t seed_;
  std::vector<double> theta_;
  // From the oldest.
  std::deque<Iteration> open_;
  std::uint32_t over_ = 0;
};

// The value that is nearest to theta among those that the option may have.
double NearestValue(const SpsaParameter& parameter, double theta);

// As an option's value is written: "7", "0.125". Reals have nine digits.
std::string ValueText(const SpsaParameter& parameter, double value);

}  // namespace flagfall::arena::tournament

#endif  // ARENA_TOURNAMENT_SPSA_H_
