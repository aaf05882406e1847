// A call that a worker serves has two sides. The connection's thread calls the handler (rpc::CallHandler) and alone
// touches the rpc::Call; the worker's thread sits in the method and reads and writes (BlockingCall). Between them stand
// two queues under one mutex:
//
//     OnMessage ──► incoming_ ──► Read
//     Update ◄──── outgoing_ ◄─── Write
//
// The connection's side wakes the worker by a condition variable. The worker wakes the connection by posting Update,
// of which at most one is on its way. Neither calls the other, nor the rpc::Call, while it holds the mutex. The handler
// may be told of the call's end from within Call::End and Call::Reset, but not from within Send and Consumed.
#include "referee/service/worker_calls.h"

#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/rpc/grpc_wire.h"
#include "referee/service/service_limits.h"

namespace flagfall {
namespace {

class WorkerCall final : public rpc::CallHandler, public BlockingCall, public std::enable_shared_from_this<WorkerCall> {
 public:
  WorkerCall(WorkerPool& pool, const BlockingMethod& method, rpc::Call& call, std::string peer_address,
             PostToConnection post)
      : pool_(pool),
        method_(method),
        head_(call.head()),
        peer_address_(std::move(peer_address)),
        post_(std::move(post)),
        call_(&call) {}

  // ---- CallHandler, on the connection's thread.
  bool OnMessage(absl::string_view message) override;
  void OnHalfClosed() override;
  void OnFlushed(Micros now) override;
  void OnEnded() override;

  // ---- BlockingCall, on the worker's thread.
  const rpc::CallHead& head() const override { return head_; }
  const std::string& peer_address() const override { return peer_address_; }
  std::optional<std::string> ReadUntil(std::chrono::steady_clock::time_point time) override;
  bool Write(std::string message) override;
  bool IsCancelled() const override;
  void Interrupt() override;
  void Vouch() override;

 private:
  // Of messages.
  struct Amount {
    std::size_t messages = 0;
    std::size_t bytes = 0;
  };

  // What the worker has done with the call, beside its messages.
  struct Done {
    // The status that the method has returned.
    std::optional<absl::Status> end = std::nullopt;
    // It has vouched for the call's caller, since the last look.
    bool is_vouched_for = false;
  };

  // ---- On the connection's thread.
  // Has the method begin, unless it has. False when the call has ended instead, since no worker is free.
  bool Begin();
  // Brings the call to what the worker has done since.
  void Update();
  void NoteWaitingBytes();
  void End(const absl::Status& status);

  // ---- On the worker's thread.
  void Serve();
  absl::Status ResultOfMethod();
  void PostUpdate();

  bool MustWaitForMessage() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return incoming_.empty() && !is_half_closed_ && !is_over_;
  }

  WorkerPool& pool_;
  const BlockingMethod& method_;
  const rpc::CallHead head_;
  const std::string peer_address_;
  const PostToConnection post_;

  // Touched on the connection's thread only. Null once the call has ended, or has been told to.
  rpc::Call* call_;
  bool has_begun_ = false;
  bool has_message_ = false;

  mutable Mutex mutex_;
  // Signalled when the worker may have something to do: Read or Write waits for it.
  CondVar changed_;
  std::deque<std::string> incoming_ ABSL_GUARDED_BY(mutex_);
  // Of all messages that have come, with their prefixes.
  std::size_t incoming_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_half_closed_ ABSL_GUARDED_BY(mutex_) = false;
  // What was read and has not been told to Call::Consumed.
  Amount read_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> outgoing_ ABSL_GUARDED_BY(mutex_);
  std::size_t outgoing_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  // Bytes that wait in the rpc::Call, as of the last look.
  std::size_t handed_over_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  Done done_ ABSL_GUARDED_BY(mutex_);
  // Nothing more can be read or written.
  bool is_over_ ABSL_GUARDED_BY(mutex_) = false;
  bool is_update_posted_ ABSL_GUARDED_BY(mutex_) = false;
};

bool WorkerCall::OnMessage(absl::string_view message) {
  if (call_ == nullptr) return true;
  // Where one message is taken, a second one is for the method to refuse.
  const bool must_begin = !method_.takes_one_message || std::exchange(has_message_, true);
  if (must_begin && !Begin()) return true;
  {
    MutexLock lock(mutex_);
    if (incoming_.size() < limits::kWorkerCallMessagesMax) {
      incoming_.emplace_back(message.data(), message.size());
      incoming_bytes_ += message.size() + rpc::kPrefixBytes;
      changed_.NotifyOne();
      return false;
    }
  }
  End(absl::ResourceExhaustedError(
      absl::StrCat("more than ", limits::kWorkerCallMessagesMax,
                   " messages wait for the server; send fewer and larger ones, or slower")));
  return true;
}

void WorkerCall::OnHalfClosed() {
  if (call_ == nullptr || !Begin()) return;
  MutexLock lock(mutex_);
  is_half_closed_ = true;
  changed_.NotifyOne();
}

void WorkerCall::OnFlushed(Micros /*now*/) { NoteWaitingBytes(); }

void WorkerCall::OnEnded() {
  call_ = nullptr;
  MutexLock lock(mutex_);
  is_over_ = true;
  incoming_.clear();
  outgoing_.clear();
  changed_.NotifyOne();
}

bool WorkerCall::Begin() {
  if (std::exchange(has_begun_, true)) return true;
  if (pool_.Start([self = shared_from_this()] { self->Serve(); }, method_.is_urgent)) return true;
  End(absl::ResourceExhaustedError(
      absl::StrCat("the server is busy: all of its ", pool_.threads_max(), " workers are at work; try again later")));
  return false;
}

void WorkerCall::Update() {
  std::deque<std::string> outgoing;
  Amount read;
  Done done;
  {
    MutexLock lock(mutex_);
    is_update_posted_ = false;
    if (call_ == nullptr) return;
    outgoing.swap(outgoing_);
    handed_over_bytes_ += std::exchange(outgoing_bytes_, 0);
    read = std::exchange(read_, {});
    done = done_;
    done_.is_vouched_for = false;
  }
  if (done.is_vouched_for) call_->Vouch();
  for (const std::string& message : outgoing) call_->Send(message);
  if (done.end.has_value()) return End(*done.end);
  if (read.messages > 0) call_->Consumed(read.messages, read.bytes);
  NoteWaitingBytes();
}

void WorkerCall::NoteWaitingBytes() {
  if (call_ == nullptr) return;
  MutexLock lock(mutex_);
  handed_over_bytes_ = call_->waiting_bytes();
  changed_.NotifyOne();
}

void WorkerCall::End(const absl::Status& status) {
  {
    MutexLock lock(mutex_);
    is_over_ = true;
    incoming_.clear();
    changed_.NotifyOne();
  }
  std::exchange(call_, nullptr)->End(status);
}

void WorkerCall::Serve() {
  if (IsCancelled()) return;
  absl::Status status = ResultOfMethod();
  {
    MutexLock lock(mutex_);
    done_.end = std::move(status);
  }
  PostUpdate();
}

absl::Status WorkerCall::ResultOfMethod() {
  try {
    return method_.serve(*this);
  } catch (...) {
    return absl::UnknownError("the server has failed in this call");
  }
}

void WorkerCall::PostUpdate() {
  {
    MutexLock lock(mutex_);
    if (std::exchange(is_update_posted_, true)) return;
  }
  // The post may wait for the connection's thread, which may wait for the mutex.
  post_([self = shared_from_this()] { self->Update(); });
}

std::optional<std::string> WorkerCall::ReadUntil(std::chrono::steady_clock::time_point time) {
  bool may_client_wait = false;
  {
    MutexLock lock(mutex_);
    may_client_wait = MustWaitForMessage() && read_.messages > 0 && incoming_bytes_ > limits::kWorkerCallBytesUnread;
  }
  // The window is opened again when all that came is read: one turn of the connection's thread for many messages, and
  // none where the call is a short one.
  if (may_client_wait) PostUpdate();
  MutexLock lock(mutex_);
  while (MustWaitForMessage()) {
    if (!changed_.WaitUntil(mutex_, time)) break;
  }
  if (is_over_ || incoming_.empty() || std::chrono::steady_clock::now() >= time) return std::nullopt;
  std::optional<std::string> message = std::move(incoming_.front());
  incoming_.pop_front();
  ++read_.messages;
  read_.bytes += message->size();
  return message;
}

bool WorkerCall::Write(std::string message) {
  {
    MutexLock lock(mutex_);
    while (!is_over_ && outgoing_bytes_ + handed_over_bytes_ > limits::kWorkerCallWaitingBytes) changed_.Wait(mutex_);
    if (is_over_) return false;
    outgoing_bytes_ += message.size();
    outgoing_.push_back(std::move(message));
  }
  if (!method_.answers_once) PostUpdate();
  return true;
}

bool WorkerCall::IsCancelled() const {
  MutexLock lock(mutex_);
  return is_over_;
}

void WorkerCall::Interrupt() {
  MutexLock lock(mutex_);
  is_over_ = true;
  changed_.NotifyOne();
}

void WorkerCall::Vouch() {
  // It goes with what the method says next, which is before the caller can know that the call is over.
  MutexLock lock(mutex_);
  done_.is_vouched_for = true;
}

}  // namespace

WorkerPool::~WorkerPool() {
  std::vector<std::thread> threads;
  {
    MutexLock lock(mutex_);
    is_ending_ = true;
    has_work_.NotifyAll();
    threads.swap(threads_);
  }
  for (std::thread& thread : threads) thread.join();
}

bool WorkerPool::Start(std::function<void()> work, bool is_urgent) {
  MutexLock lock(mutex_);
  if (busy_ >= (is_urgent ? threads_in_all_ : threads_max_)) return false;
  if (busy_ == threads_.size()) {
    try {
      threads_.emplace_back([this] { Run(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  ++busy_;
  waiting_.push_back(std::move(work));
  has_work_.NotifyOne();
  return true;
}

bool WorkerPool::AwaitIdle(std::chrono::steady_clock::time_point time) {
  MutexLock lock(mutex_);
  while (busy_ > 0) {
    if (!is_idle_.WaitUntil(mutex_, time)) return busy_ == 0;
  }
  return true;
}

void WorkerPool::Run() {
  for (;;) {
    std::function<void()> work;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !is_ending_) has_work_.Wait(mutex_);
      if (waiting_.empty()) return;
      work = std::move(waiting_.front());
      waiting_.pop_front();
    }
    work();
    // What the work holds is let go of before the thread counts as free.
    work = nullptr;
    MutexLock lock(mutex_);
    if (--busy_ == 0) is_idle_.NotifyAll();
  }
}

std::shared_ptr<rpc::CallHandler> StartWorkerCall(WorkerPool& pool, const BlockingMethod& method, rpc::Call& call,
                                                  std::string peer_address, PostToConnection post) {
  return std::make_shared<WorkerCall>(pool, method, call, std::move(peer_address), std::move(post));
}

}  // namespace flagfall
