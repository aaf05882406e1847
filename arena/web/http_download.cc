// The part of a connection that sends downloads. A piece is made when the client has taken the one before, so that a
// slow client holds a piece in memory and no thread.
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/web/http_connection.h"

namespace flagfall::arena::web {

void HttpConnection::StartDownload(const WebAnswer& answer) {
  if (context_.is_stopping) return Refuse(refusals::kBusy, absl::UnavailableError("the server is being stopped"));
  if (context_.downloads >= context_.limits.downloads.at_once) {
    return Refuse(refusals::kBusy,
                  absl::UnavailableError("too many games are being downloaded just now; try again in a moment"));
  }
  std::optional<QuotaPlace> place = QuotaPlace::Take(context_.downloads_of, asking_client_);
  if (!place.has_value()) {
    return Refuse(refusals::kRateLimit,
                  absl::ResourceExhaustedError(absl::StrCat("too many downloads for your address; it may have ",
                                                            context_.limits.downloads.of_one.at_once, " at once")));
  }
  sending_.place = *std::move(place);
  ++context_.downloads;
  sending_.download = answer.download;
  phase_ = Phase::kDownloading;
  // Without chunks, the end of the connection is the end of the answer.
  keeps_alive_ = keeps_alive_ && request_.takes_chunks;
  out_.Add(ReplyOf(request_, answer, keeps_alive_).head);
  Send();
}

void HttpConnection::AwaitPiece() {
  timer_.Clear();
  ListenFor(0);
  context_.workers.Do(
      [id = id_, &context = context_, download = sending_.download] {
        const auto piece = std::make_shared<const absl::StatusOr<std::optional<std::string>>>(download->next());
        context.post(id, [piece](HttpConnection& connection) { connection.OnPiece(*piece); });
      },
      asking_client_);
}

void HttpConnection::OnPiece(const absl::StatusOr<std::optional<std::string>>& piece) {
  // What was promised cannot be sent. Without the last chunk the client knows that it has not got everything.
  if (!piece.ok() || (piece->has_value() && !HasRoomFor((*piece)->size()))) return Close();
  const bool is_end = !piece->has_value();
  if (!is_end && (*piece)->empty()) return AwaitPiece();
  if (request_.takes_chunks) {
    out_.Add(is_end ? "0\r\n\r\n" : absl::StrCat(absl::Hex((*piece)->size()), "\r\n", **piece, "\r\n"));
  } else if (!is_end) {
    out_.Add(**piece);
  }
  if (is_end) {
    phase_ = Phase::kWriting;
    sending_.download = nullptr;
    sending_.place.Release();
    --context_.downloads;
  }
  Send();
}

}  // namespace flagfall::arena::web
