// A shop that speaks gRPC, and a client for it.
//
//   shop                runs the server and the client, on a port of this machine
//   shop serve          runs the server, and prints its URL
//   shop call URL       runs the client
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "shop.hpp"

namespace {

shop::Order order_of(std::uint64_t id, std::int64_t price) {
  shop::Order order;
  order.id = id;
  shop::Item& item = order.items.emplace_back();
  item.product = "tea";
  item.count = 2;
  item.price = price;
  return order;
}

/// Calls all methods; returns the first failure.
grpc::Status call(const std::string& address) {
  const auto channel = grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  const auto orders = shop::Orders::NewStub(channel);
  {
    grpc::ClientContext context;
    shop::Receipt receipt;
    const auto status = orders->Place(&context, order_of(1, 350), &receipt);
    if (!status.ok()) return status;
    std::printf("order %u costs %d\n", static_cast<unsigned>(receipt.order),
                static_cast<int>(receipt.total));
  }
  {
    grpc::ClientContext context;
    shop::Receipt receipt;
    const auto status = orders->Place(&context, {}, &receipt);
    std::printf("refused: %s\n", status.error_message().c_str());
  }
  {
    grpc::ClientContext context;
    shop::Receipt receipt;
    const auto importing = orders->Import(&context, &receipt);
    for (std::uint64_t id = 2; id < 5; ++id) importing->Write(order_of(id, 100));
    importing->WritesDone();
    if (const auto status = importing->Finish(); !status.ok()) return status;
    std::printf("imported up to order %u for %d\n", static_cast<unsigned>(receipt.order),
                static_cast<int>(receipt.total));
  }
  {
    grpc::ClientContext context;
    shop::Query query;
    query.first = 1;
    const auto listing = orders->List(&context, query);
    for (shop::Order order; listing->Read(&order);) {
      std::printf("listed order %u\n", static_cast<unsigned>(order.id));
    }
    if (const auto status = listing->Finish(); !status.ok()) return status;
  }
  grpc::ClientContext context;
  const auto matching = orders->Match(&context);
  for (std::uint64_t id = 5; id < 7; ++id) {
    shop::Receipt receipt;
    if (!matching->Write(order_of(id, 10)) || !matching->Read(&receipt)) break;
    std::printf("matched order %u\n", static_cast<unsigned>(receipt.order));
  }
  matching->WritesDone();
  return matching->Finish();
}

int failed(const grpc::Status& status) {
  if (status.ok()) return 0;
  std::fprintf(stderr, "%s\n", status.error_message().c_str());
  return 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3 && std::string_view(arguments[1]) == "call") {
    constexpr std::string_view scheme = "http://";
    std::string_view url = arguments[2];
    if (url.starts_with(scheme)) url.remove_prefix(scheme.size());
    return failed(call(std::string(url)));
  }
  shop_service service;
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const std::string address = "127.0.0.1:" + std::to_string(port);
  if (count == 2 && std::string_view(arguments[1]) == "serve") {
    std::printf("http://%s\n", address.c_str());
    std::fflush(stdout);
    server->Wait();
    return 0;
  }
  return failed(call(address));
}
