#ifndef ARENA_CLUSTER_MACHINE_SPEED_H_
#define ARENA_CLUSTER_MACHINE_SPEED_H_

#include <functional>

#include "referee/base/micros.h"

namespace flagfall::arena::cluster {

// How many plies of random games of `barrage` this thread referees in a second, measured for so long. Other work on the
// machine makes it less.
double PliesPerSecond(Micros measured_for, const std::function<Micros()>& now = SteadyNow);

}  // namespace flagfall::arena::cluster

#endif  // ARENA_CLUSTER_MACHINE_SPEED_H_
