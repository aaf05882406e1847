#include "arena/tournament/spsa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/tournament/lots.h"
#include "referee/base/check.h"

namespace flagfall::arena::tournament {
namespace {

double Within(const SpsaParameter& parameter, double value) { return std::clamp(value, parameter.low, parameter.high); }

// What is played for `value`: a real as it is, an integer rounded up where `fraction`, 0 to 1, says so.
double Played(const SpsaParameter& parameter, double value, double fraction) {
  const double within = Within(parameter, value);
  return parameter.is_integer ? Within(parameter, std::floor(within + fraction)) : within;
}

}  // namespace

Spsa::Spsa(std::vector<SpsaParameter> parameters, const SpsaGains& gains, std::uint32_t iterations, std::uint64_t seed)
    : parameters_(std::move(parameters)), gains_(gains), iterations_(iterations), seed_(seed) {
  FLAGFALL_CHECK(!parameters_.empty() && iterations >= 1);
  for (const SpsaParameter& parameter : parameters_) theta_.push_back(Within(parameter, parameter.start));
}

void Spsa::Begin() {
  const std::uint32_t number = begun() + 1;
  const double widening = std::pow(static_cast<double>(iterations_) / number, gains_.gamma);
  Iteration& iteration = open_.emplace_back();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const SpsaParameter& parameter = parameters_[i];
    const std::string what = absl::StrCat("tune ", number, " ", parameter.name);
    const int sign = DrawLot(seed_, what) ? 1 : -1;
    const double offset = sign * parameter.step * widening;
    const double fraction = DrawFraction(seed_, what);
    iteration.signs.push_back(sign);
    iteration.trial.plus.push_back(Played(parameter, theta_[i] + offset, fraction));
    iteration.trial.minus.push_back(Played(parameter, theta_[i] - offset, fraction));
  }
}

const Spsa::Trial& Spsa::TrialOf(std::uint32_t iteration) const {
  FLAGFALL_CHECK(iteration > over_ && iteration <= begun());
  return open_[iteration - over_ - 1].trial;
}

void Spsa::End(int lead) {
  FLAGFALL_CHECK(!open_.empty());
  const double number = over_ + 1.0;
  const double stability = gains_.stability * iterations_;
  const double gain = gains_.rate * std::pow((stability + iterations_) / (stability + number), gains_.alpha) *
                      std::pow(number / iterations_, gains_.gamma);
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const double move = gain * parameters_[i].step * open_.front().signs[i] * lead;
    theta_[i] = Within(parameters_[i], theta_[i] + move);
  }
  Skip();
}

void Spsa::Skip() {
  FLAGFALL_CHECK(!open_.empty());
  open_.pop_front();
  ++over_;
}

double NearestValue(const SpsaParameter& parameter, double theta) {
  return Within(parameter, parameter.is_integer ? std::round(theta) : theta);
}

std::string ValueText(const SpsaParameter& parameter, double value) {
  if (parameter.is_integer) return absl::StrCat(std::llround(value));
  return absl::StrFormat("%.9g", value);
}

}  // namespace flagfall::arena::tournament
