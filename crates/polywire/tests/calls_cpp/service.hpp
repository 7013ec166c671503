// The service of gRPC's interoperability tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interop.services.hpp"

namespace interop {

using namespace grpc::testing::polywire_types;

inline constexpr const char* echoed = "x-grpc-test-echo-initial";
inline constexpr const char* echoed_behind = "x-grpc-test-echo-trailing-bin";

inline Payload zeros(std::int32_t size) {
  Payload payload;
  payload.body.resize(static_cast<std::size_t>(std::max(size, 0)));
  return payload;
}

inline std::size_t size_of(const std::optional<Payload>& payload) {
  return payload ? payload->body.size() : 0;
}

class service final : public TestService::Service {
 public:
  grpc::Status EmptyCall(grpc::ServerContext*, const Empty*, Empty*) override {
    return grpc::Status::OK;
  }

  grpc::Status UnaryCall(grpc::ServerContext* context, const SimpleRequest* request,
                         SimpleResponse* answer) override {
    echo(*context);
    if (auto failed = failure(request->response_status); !failed.ok()) return failed;
    answer->payload = zeros(request->response_size);
    return grpc::Status::OK;
  }

  grpc::Status StreamingOutputCall(
      grpc::ServerContext* context, const StreamingOutputCallRequest* request,
      grpc::ServerWriter<StreamingOutputCallResponse>* answers) override {
    echo(*context);
    send(*request, *answers);
    return failure(request->response_status);
  }

  grpc::Status StreamingInputCall(grpc::ServerContext* context,
                                  grpc::ServerReader<StreamingInputCallRequest>* requests,
                                  StreamingInputCallResponse* answer) override {
    echo(*context);
    for (StreamingInputCallRequest request; requests->Read(&request);) {
      answer->aggregated_payload_size += static_cast<std::int32_t>(size_of(request.payload));
    }
    return grpc::Status::OK;
  }

  grpc::Status FullDuplexCall(
      grpc::ServerContext* context,
      grpc::ServerReaderWriter<StreamingOutputCallResponse, StreamingOutputCallRequest>* stream)
      override {
    echo(*context);
    for (StreamingOutputCallRequest request; stream->Read(&request);) {
      send(request, *stream);
      if (auto failed = failure(request.response_status); !failed.ok()) return failed;
    }
    return grpc::Status::OK;
  }

 private:
  static void echo(grpc::ServerContext& context) {
    const auto text = [](const grpc::string_ref& value) {
      return std::string(value.data(), value.size());
    };
    for (const auto& [name, value] : context.client_metadata()) {
      if (name == echoed) context.AddInitialMetadata(echoed, text(value));
      if (name == echoed_behind) context.AddTrailingMetadata(echoed_behind, text(value));
    }
  }

  static grpc::Status failure(const std::optional<EchoStatus>& asked) {
    if (!asked || asked->code == 0) return grpc::Status::OK;
    return {static_cast<grpc::StatusCode>(asked->code), asked->message};
  }

  template <class Answers>
  static void send(const StreamingOutputCallRequest& request, Answers& answers) {
    for (const auto& wanted : request.response_parameters) {
      StreamingOutputCallResponse answer;
      answer.payload = zeros(wanted.size);
      if (!answers.Write(answer)) return;
    }
  }
};

}  // namespace interop
