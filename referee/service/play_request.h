#ifndef REFEREE_SERVICE_PLAY_REQUEST_H_
#define REFEREE_SERVICE_PLAY_REQUEST_H_

#include <string>

#include "flagfall/v1/bot_service.pb.h"

namespace flagfall {

// The id of the game that a bot's message is about; null when it is about none.
inline const std::string* GameIdOf(const v1::PlayRequest& request) {
  switch (request.message_case()) {
    case v1::PlayRequest::kAct:
      return &request.act().game_id();
    case v1::PlayRequest::kResign:
      return &request.resign().game_id();
    case v1::PlayRequest::kOfferDraw:
      return &request.offer_draw().game_id();
    case v1::PlayRequest::kAcceptDraw:
      return &request.accept_draw().game_id();
    case v1::PlayRequest::kHello:
    case v1::PlayRequest::kPing:
    case v1::PlayRequest::kPong:
    case v1::PlayRequest::MESSAGE_NOT_SET:
      return nullptr;
  }
  return nullptr;
}

}  // namespace flagfall

#endif  // REFEREE_SERVICE_PLAY_REQUEST_H_
