#ifndef REFEREE_SERVICE_HEALTH_H_
#define REFEREE_SERVICE_HEALTH_H_

#include "grpc/health/v1/health.grpc.pb.h"
#include "referee/service/event_loop.h"

namespace flagfall {

// The standard health service, on the referee's own queue: what the library has ready-made is served by polling threads
// of its own, and each message of each bot would then go through two threads.
//
// The referee serves from its start to its end, so the answer is always SERVING, and a watch is told so once.
class Health {
 public:
  Health();
  ~Health();

  // To be registered with the server's builder.
  grpc::Service& service() { return service_; }

  // Takes calls, once the server has started; `loop` must go on until all of them have come back.
  void Start(EventLoop& loop);

  class CheckCall;
  class WatchCall;

 private:
  grpc::health::v1::Health::AsyncService service_;
};

}  // namespace flagfall

#endif  // REFEREE_SERVICE_HEALTH_H_
