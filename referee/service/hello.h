#ifndef REFEREE_SERVICE_HELLO_H_
#define REFEREE_SERVICE_HELLO_H_

#include "absl/status/status.h"
#include "flagfall/v1/bot_service.pb.h"

namespace flagfall {

// OK when a bot that says this can be welcomed. FAILED_PRECONDITION for another protocol version, and INVALID_ARGUMENT
// for everything else. The messages are for the bot's author.
absl::Status CheckHello(const v1::Hello& hello);

// The answer to that hello, which is accepted.
v1::Welcome MakeWelcome(const v1::Hello& hello);

}  // namespace flagfall

#endif  // REFEREE_SERVICE_HELLO_H_
