// A gRPC server and its client by protoc, which hand the messages over to Polywire.
#include <grpcpp/grpcpp.h>

#include <memory>

#include "ledger.grpc.pb.h"
// Ours behind theirs.
#define POLYWIRE_QUALIFIED_TYPES
#include "account.hpp"
#include "ledger.protobuf.hpp"
// Both are there.
#include "both.hpp"

bool goes_round_ours_first();

class Service final : public ledger::Ledger::Service {
  grpc::Status Add(grpc::ServerContext*, const ledger::Account* account,
                   ledger::Sum* sum) override {
    sum->set_cents(sum_by_polywire(account->SerializeAsString()));
    return grpc::Status::OK;
  }
};

int main() {
  Service service;
  grpc::ServerBuilder builder;
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const auto stub = ledger::Ledger::NewStub(server->InProcessChannel({}));
  ledger::Account account;
  if (!account.ParseFromString(account_by_polywire())) return 1;
  if (account.entries(1).at().seconds() != 1700000000) return 2;
  grpc::ClientContext context;
  ledger::Sum sum;
  if (!stub->Add(&context, account, &sum).ok() || sum.cents() != 600) return 3;
  server->Shutdown();
  if (!goes_round() || !goes_round_ours_first()) return 4;
  google::protobuf::ShutdownProtobufLibrary();
  return 0;
}
