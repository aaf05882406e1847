#ifndef SAMPLE_BOTS_CPP_SDK_STREAM_H_
#define SAMPLE_BOTS_CPP_SDK_STREAM_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "flagfall/v1/bot_service.pb.h"
#include "sample-bots/cpp/sdk/address.h"

namespace flagfall::bot {

// The bot's side of one BotService.Play stream. One thread may read; any thread may write or cancel.
class Stream {
 public:
  // Starts to connect to `address` and returns without waiting.
  static std::shared_ptr<Stream> Open(const Address& address, absl::string_view token);
  ~Stream();

  // Waits for the referee's next message. Returns false when no more will come.
  bool Read(v1::PlayResponse& message);
  // Does nothing once the stream is broken.
  void Write(const v1::PlayRequest& message);
  // Breaks the stream; a Read that waits returns.
  void Cancel();

  // The status with which the stream ended; OK when the referee closed it. Must be called once, after Read has returned
  // false.
  absl::Status Finish();

 private:
  struct Parts;
  explicit Stream(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace flagfall::bot

#endif  // SAMPLE_BOTS_CPP_SDK_STREAM_H_
