// Cases of gRPC's interoperability tests: `serve`, `call ADDRESS CASE...` or `alone`. The names of
// cases that pass are printed.
#include <grpcpp/generic/generic_stub.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "service.hpp"

// A type that no method has.
POLYWIRE_GRPC_MESSAGE(::grpc::testing::EchoStatus, ::polywire::protobuf);

namespace {

using namespace interop;

using channel = std::shared_ptr<grpc::Channel>;
using duplex = grpc::ClientReaderWriter<StreamingOutputCallRequest, StreamingOutputCallResponse>;

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

void is_ok(const grpc::Status& status) {
  require(status.ok(), std::to_string(status.error_code()) + ": " + status.error_message());
}

void has_code(const grpc::Status& status, grpc::StatusCode code) {
  require(status.error_code() == code, std::to_string(status.error_code()) + ", not " +
                                           std::to_string(code) + ": " + status.error_message());
}

const std::vector<std::int32_t> sizes = {31415, 9, 2653, 58979};

SimpleRequest large_request() {
  SimpleRequest request;
  request.response_size = 314159;
  request.payload = zeros(271828);
  return request;
}

StreamingOutputCallRequest asking(std::int32_t size) {
  StreamingOutputCallRequest request;
  request.response_parameters.emplace_back().size = size;
  request.payload = zeros(size / 2);
  return request;
}

void empty_unary(const channel& to) {
  grpc::ClientContext context;
  Empty answer;
  is_ok(TestService::NewStub(to)->EmptyCall(&context, {}, &answer));
}

void large_unary(const channel& to) {
  grpc::ClientContext context;
  SimpleResponse answer;
  is_ok(TestService::NewStub(to)->UnaryCall(&context, large_request(), &answer));
  require(size_of(answer.payload) == 314159, "another size");
}

void client_streaming(const channel& to) {
  grpc::ClientContext context;
  StreamingInputCallResponse answer;
  const auto requests = TestService::NewStub(to)->StreamingInputCall(&context, &answer);
  for (const std::int32_t size : {27182, 8, 1828, 45904}) {
    StreamingInputCallRequest request;
    request.payload = zeros(size);
    require(requests->Write(request), "a request is not sent");
  }
  requests->WritesDone();
  is_ok(requests->Finish());
  require(answer.aggregated_payload_size == 74922, "another sum");
}

void server_streaming(const channel& to) {
  grpc::ClientContext context;
  StreamingOutputCallRequest request;
  for (const std::int32_t size : sizes) request.response_parameters.emplace_back().size = size;
  const auto answers = TestService::NewStub(to)->StreamingOutputCall(&context, request);
  std::vector<std::int32_t> found;
  for (StreamingOutputCallResponse answer; answers->Read(&answer);) {
    found.push_back(static_cast<std::int32_t>(size_of(answer.payload)));
  }
  is_ok(answers->Finish());
  require(found == sizes, "other sizes");
}

void answers_with(duplex& stream, std::int32_t size) {
  StreamingOutputCallResponse answer;
  require(stream.Write(asking(size)), "a request is not sent");
  require(stream.Read(&answer), "there is no answer");
  require(size_of(answer.payload) == static_cast<std::size_t>(size), "another size");
}

void ends(duplex& stream) {
  StreamingOutputCallResponse answer;
  stream.WritesDone();
  require(!stream.Read(&answer), "there is another answer");
  is_ok(stream.Finish());
}

void ping_pong(const channel& to) {
  grpc::ClientContext context;
  const auto stream = TestService::NewStub(to)->FullDuplexCall(&context);
  for (const std::int32_t size : sizes) answers_with(*stream, size);
  ends(*stream);
}

void empty_stream(const channel& to) {
  grpc::ClientContext context;
  ends(*TestService::NewStub(to)->FullDuplexCall(&context));
}

void status_is(const channel& to, const std::string& message) {
  const auto stub = TestService::NewStub(to);
  const auto is_as_asked = [&message](const grpc::Status& status) {
    has_code(status, grpc::StatusCode::UNKNOWN);
    require(status.error_message() == message, status.error_message());
  };
  SimpleRequest request;
  auto& status = request.response_status.emplace();
  status.code = 2;
  status.message = message;
  {
    grpc::ClientContext context;
    SimpleResponse answer;
    is_as_asked(stub->UnaryCall(&context, request, &answer));
  }
  grpc::ClientContext context;
  const auto stream = stub->FullDuplexCall(&context);
  StreamingOutputCallRequest asked;
  asked.response_status = request.response_status;
  StreamingOutputCallResponse answer;
  require(stream->Write(asked) && !stream->Read(&answer), "the call does not end");
  is_as_asked(stream->Finish());
}

void status_code_and_message(const channel& to) {
  status_is(to, "test status message");
}

void special_status_message(const channel& to) {
  status_is(to, "\t\ntest with whitespace\r\nand Unicode BMP \u263a and non-BMP \U0001f608\t\n");
}

void send_metadata(grpc::ClientContext& context) {
  context.AddMetadata(echoed, "test_initial_metadata_value");
  context.AddMetadata(echoed_behind, "\xab\xab\xab");
}

void is_echoed(const grpc::ClientContext& context) {
  const auto has = [](const auto& metadata, const char* name, const char* value) {
    const auto found = metadata.find(name);
    require(found != metadata.end() && found->second == value, name);
  };
  has(context.GetServerInitialMetadata(), echoed, "test_initial_metadata_value");
  has(context.GetServerTrailingMetadata(), echoed_behind, "\xab\xab\xab");
}

void custom_metadata(const channel& to) {
  const auto stub = TestService::NewStub(to);
  {
    grpc::ClientContext context;
    send_metadata(context);
    SimpleResponse answer;
    is_ok(stub->UnaryCall(&context, large_request(), &answer));
    is_echoed(context);
  }
  grpc::ClientContext context;
  send_metadata(context);
  const auto stream = stub->FullDuplexCall(&context);
  answers_with(*stream, 314159);
  ends(*stream);
  is_echoed(context);
}

void cancel_after_begin(const channel& to) {
  grpc::ClientContext context;
  StreamingInputCallResponse answer;
  const auto requests = TestService::NewStub(to)->StreamingInputCall(&context, &answer);
  context.TryCancel();
  has_code(requests->Finish(), grpc::StatusCode::CANCELLED);
}

void cancel_after_first_response(const channel& to) {
  grpc::ClientContext context;
  const auto stream = TestService::NewStub(to)->FullDuplexCall(&context);
  answers_with(*stream, 31415);
  context.TryCancel();
  StreamingOutputCallResponse answer;
  require(!stream->Read(&answer), "there is another answer");
  has_code(stream->Finish(), grpc::StatusCode::CANCELLED);
}

void timeout_on_sleeping_server(const channel& to) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(1));
  const auto stream = TestService::NewStub(to)->FullDuplexCall(&context);
  stream->Write(asking(27182));
  StreamingOutputCallResponse answer;
  while (stream->Read(&answer)) {
  }
  has_code(stream->Finish(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

/// By the library's stub without services, which sends and receives messages of ours all the same.
void is_unimplemented(const channel& to, const std::string& method) {
  grpc::TemplatedGenericStub<Empty, Empty> stub(to);
  grpc::ClientContext context;
  const Empty request;
  Empty answer;
  std::promise<grpc::Status> status;
  stub.UnaryCall(&context, method, {}, &request, &answer,
                 [&status](const grpc::Status& found) { status.set_value(found); });
  has_code(status.get_future().get(), grpc::StatusCode::UNIMPLEMENTED);
}

void unimplemented_method(const channel& to) {
  is_unimplemented(to, "/grpc.testing.TestService/UnimplementedCall");
}

void unimplemented_service(const channel& to) {
  is_unimplemented(to, "/grpc.testing.UnimplementedService/UnimplementedCall");
}

/// A method that the implementation does not have.
void not_overridden(const channel& to) {
  grpc::ClientContext context;
  SimpleResponse answer;
  has_code(TestService::NewStub(to)->CacheableUnaryCall(&context, {}, &answer),
           grpc::StatusCode::UNIMPLEMENTED);
}

/// A message that cannot be encoded fails the call, and nothing is sent.
void not_text(const channel& to) {
  grpc::ClientContext context;
  SimpleRequest request;
  request.response_status.emplace().message = "\xff";
  SimpleResponse answer;
  const auto status = TestService::NewStub(to)->UnaryCall(&context, request, &answer);
  has_code(status, grpc::StatusCode::INTERNAL);
  require(status.error_message().find("text is not valid UTF-8") != std::string::npos,
          status.error_message());
}

/// A message that cannot be decoded: its text is where another message is expected, and ends inside
/// of a number there.
void not_a_message(const channel& to) {
  grpc::TemplatedGenericStub<EchoStatus, Empty> stub(to);
  grpc::ClientContext context;
  EchoStatus request;
  request.message = "\x08";
  Empty answer;
  std::promise<grpc::Status> status;
  stub.UnaryCall(&context, "/grpc.testing.TestService/StreamingOutputCall", {}, &request, &answer,
                 [&status](const grpc::Status& found) { status.set_value(found); });
  const auto found = status.get_future().get();
  has_code(found, grpc::StatusCode::INTERNAL);
  require(
      found.error_message() == "a message cannot be read: the input ends inside a value at byte 3",
      found.error_message());
}

/// Calls of several threads at a time by one stub.
void many_threads(const channel& to) {
  const auto stub = TestService::NewStub(to);
  std::vector<std::future<void>> all;
  for (std::int32_t thread = 0; thread < 8; ++thread) {
    all.push_back(std::async(std::launch::async, [&stub, thread] {
      for (std::int32_t size = 0; size < 100; ++size) {
        grpc::ClientContext context;
        SimpleRequest request;
        request.response_size = 1000 * thread + size;
        SimpleResponse answer;
        is_ok(stub->UnaryCall(&context, request, &answer));
        require(size_of(answer.payload) == static_cast<std::size_t>(request.response_size),
                "another size");
      }
    }));
  }
  for (auto& one : all) one.get();
}

const std::map<std::string, void (*)(const channel&)> cases = {
    {"empty_unary", empty_unary},
    {"large_unary", large_unary},
    {"client_streaming", client_streaming},
    {"server_streaming", server_streaming},
    {"ping_pong", ping_pong},
    {"empty_stream", empty_stream},
    {"status_code_and_message", status_code_and_message},
    {"special_status_message", special_status_message},
    {"custom_metadata", custom_metadata},
    {"cancel_after_begin", cancel_after_begin},
    {"cancel_after_first_response", cancel_after_first_response},
    {"timeout_on_sleeping_server", timeout_on_sleeping_server},
    {"unimplemented_method", unimplemented_method},
    {"unimplemented_service", unimplemented_service},
    {"not_overridden", not_overridden},
    {"not_text", not_text},
    {"not_a_message", not_a_message},
    {"many_threads", many_threads},
};

bool passes(const std::string& name, const channel& to) {
  try {
    cases.at(name)(to);
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), failed.what());
    return false;
  }
  std::printf("%s\n", name.c_str());
  return true;
}

channel channel_to(const std::string& address) {
  return grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
}

struct served {
  interop::service implementation;
  int port = 0;
  std::unique_ptr<grpc::Server> server;

  served() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&implementation);
    server = builder.BuildAndStart();
  }

  std::string address() const { return "127.0.0.1:" + std::to_string(port); }
};

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> all(arguments + 1, arguments + count);
  if (all.empty()) return 2;
  if (all[0] == "serve") {
    const served running;
    std::printf("%s\n", running.address().c_str());
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
    running.server->Shutdown(std::chrono::system_clock::now());
    return 0;
  }
  bool pass = true;
  if (all[0] == "call") {
    const channel to = channel_to(all.at(1));
    for (std::size_t at = 2; at < all.size(); ++at) pass &= passes(all[at], to);
    return pass ? 0 : 1;
  }
  const served running;
  const channel to = channel_to(running.address());
  for (const auto& [name, check] : cases) pass &= passes(name, to);
  return pass ? 0 : 1;
}
