// Services and clients of generated code over grpc++, gRPC's library for C++. Messages are plain
// values; the library has sockets, threads, deadlines, metadata and TLS.
#pragma once

#include <grpcpp/grpcpp.h>
#if __has_include(<grpcpp/support/method_handler.h>)
#include <grpcpp/impl/client_unary_call.h>
#include <grpcpp/impl/rpc_method.h>
#include <grpcpp/impl/rpc_service_method.h>
#include <grpcpp/impl/serialization_traits.h>
#include <grpcpp/impl/service_type.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/method_handler.h>
#include <grpcpp/support/sync_stream.h>
#else
#include <grpcpp/impl/codegen/byte_buffer.h>
#include <grpcpp/impl/codegen/client_unary_call.h>
#include <grpcpp/impl/codegen/method_handler.h>
#include <grpcpp/impl/codegen/rpc_method.h>
#include <grpcpp/impl/codegen/rpc_service_method.h>
#include <grpcpp/impl/codegen/serialization_traits.h>
#include <grpcpp/impl/codegen/service_type.h>
#include <grpcpp/impl/codegen/sync_stream.h>
#endif

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "polywire/buffer.hpp"
#include "polywire/error.hpp"

namespace polywire::grpcpp {

/// Memory above this is given back after each message.
inline constexpr std::size_t kept_memory = std::size_t{1} << 20;

/// What an error of a codec is to the other side of a call.
inline ::grpc::Status status_of(std::string_view what, const error& failed) {
  std::string text(what);
  text.append(": ").append(failed.message()).append(" at byte ");
  return {::grpc::StatusCode::INTERNAL, text + std::to_string(failed.offset)};
}

/// Encodes a message into what grpc++ sends. Each thread keeps the memory of its last message.
template <class Encode>
::grpc::Status serialized(const Encode& encode, ::grpc::ByteBuffer* to, bool* owns) {
  static thread_local buffer message;
  if (const error failed = encode(message)) return status_of("a message cannot be sent", failed);
  const ::grpc::Slice slice(message.data(), message.size());
  ::grpc::ByteBuffer whole(&slice, 1);
  to->Swap(&whole);
  *owns = true;
  if (message.capacity() > kept_memory) message = buffer();
  return ::grpc::Status::OK;
}

/// Decodes a message that grpc++ has received, in place if it is in one piece.
template <class Decode>
::grpc::Status deserialized(::grpc::ByteBuffer* from, const Decode& decode) {
  ::grpc::Slice slice;
  ::grpc::Status status = from->TrySingleSlice(&slice);
  if (!status.ok()) status = from->DumpToSingleSlice(&slice);
  if (!status.ok()) return status;
  const error failed = decode(std::span<const std::uint8_t>(slice.begin(), slice.size()));
  from->Clear();
  return failed ? status_of("a message cannot be read", failed) : ::grpc::Status::OK;
}

/// The base of services: methods of a class become what a server calls.
class service : public ::grpc::Service {
 protected:
  using method = ::grpc::internal::RpcMethod;

  template <class Self, class Request, class Answer>
  void serve(const char* path, Self* self,
             ::grpc::Status (Self::*called)(::grpc::ServerContext*, const Request*, Answer*)) {
    add(path, method::NORMAL_RPC,
        new ::grpc::internal::RpcMethodHandler<Self, Request, Answer>(bound(called), self));
  }

  template <class Self, class Request, class Answer>
  void serve(const char* path, Self* self,
             ::grpc::Status (Self::*called)(::grpc::ServerContext*, const Request*,
                                            ::grpc::ServerWriter<Answer>*)) {
    add(path, method::SERVER_STREAMING,
        new ::grpc::internal::ServerStreamingHandler<Self, Request, Answer>(bound(called), self));
  }

  template <class Self, class Request, class Answer>
  void serve(const char* path, Self* self,
             ::grpc::Status (Self::*called)(::grpc::ServerContext*, ::grpc::ServerReader<Request>*,
                                            Answer*)) {
    add(path, method::CLIENT_STREAMING,
        new ::grpc::internal::ClientStreamingHandler<Self, Request, Answer>(bound(called), self));
  }

  template <class Self, class Request, class Answer>
  void serve(const char* path, Self* self,
             ::grpc::Status (Self::*called)(::grpc::ServerContext*,
                                            ::grpc::ServerReaderWriter<Answer, Request>*)) {
    add(path, method::BIDI_STREAMING,
        new ::grpc::internal::BidiStreamingHandler<Self, Request, Answer>(bound(called), self));
  }

  /// The answer of methods that a class does not implement.
  static ::grpc::Status unimplemented() { return {::grpc::StatusCode::UNIMPLEMENTED, ""}; }

 private:
  template <class Self, class... Arguments>
  static auto bound(::grpc::Status (Self::*called)(Arguments...)) {
    return [called](Self* self, Arguments... arguments) { return (self->*called)(arguments...); };
  }

  void add(const char* path, method::RpcType type, ::grpc::internal::MethodHandler* handler) {
    AddMethod(new ::grpc::internal::RpcServiceMethod(path, type, handler));
  }
};

/// The base of clients.
class client {
 protected:
  using method = ::grpc::internal::RpcMethod;

  explicit client(std::shared_ptr<::grpc::ChannelInterface> channel)
      : channel_(std::move(channel)) {}

  method one_to_one(const char* path) const { return {path, method::NORMAL_RPC, channel_}; }
  method one_to_many(const char* path) const { return {path, method::SERVER_STREAMING, channel_}; }
  method many_to_one(const char* path) const { return {path, method::CLIENT_STREAMING, channel_}; }
  method many_to_many(const char* path) const { return {path, method::BIDI_STREAMING, channel_}; }

  template <class Request, class Answer>
  ::grpc::Status call(const method& called, ::grpc::ClientContext* context, const Request& request,
                      Answer* answer) {
    return ::grpc::internal::BlockingUnaryCall<Request, Answer>(channel_.get(), called, context,
                                                                request, answer);
  }

  template <class Answer, class Request>
  std::unique_ptr<::grpc::ClientReader<Answer>> receive(const method& called,
                                                        ::grpc::ClientContext* context,
                                                        const Request& request) {
    using factory = ::grpc::internal::ClientReaderFactory<Answer>;
    return std::unique_ptr<::grpc::ClientReader<Answer>>(
        factory::Create(channel_.get(), called, context, request));
  }

  template <class Request, class Answer>
  std::unique_ptr<::grpc::ClientWriter<Request>> send(const method& called,
                                                      ::grpc::ClientContext* context,
                                                      Answer* answer) {
    using factory = ::grpc::internal::ClientWriterFactory<Request>;
    return std::unique_ptr<::grpc::ClientWriter<Request>>(
        factory::Create(channel_.get(), called, context, answer));
  }

  template <class Request, class Answer>
  std::unique_ptr<::grpc::ClientReaderWriter<Request, Answer>> exchange(
      const method& called, ::grpc::ClientContext* context) {
    using factory = ::grpc::internal::ClientReaderWriterFactory<Request, Answer>;
    return std::unique_ptr<::grpc::ClientReaderWriter<Request, Answer>>(
        factory::Create(channel_.get(), called, context));
  }

 private:
  std::shared_ptr<::grpc::ChannelInterface> channel_;
};

}  // namespace polywire::grpcpp

/// Lets grpc++ send and receive a type, by the codec in a namespace.
#define POLYWIRE_GRPC_MESSAGE(type, codec)                                                     \
  template <>                                                                                  \
  class grpc::SerializationTraits<type, void> {                                                \
   public:                                                                                     \
    static ::grpc::Status Serialize(const type& value, ::grpc::ByteBuffer* to, bool* owns) {   \
      return ::polywire::grpcpp::serialized(                                                   \
          [&value](::polywire::buffer& message) { return codec::encode(value, message); }, to, \
          owns);                                                                               \
    }                                                                                          \
    static ::grpc::Status Deserialize(::grpc::ByteBuffer* from, type* value) {                 \
      return ::polywire::grpcpp::deserialized(                                                 \
          from, [value](auto message) { return codec::decode(*value, message); });             \
    }                                                                                          \
  }
