// The implementation of the service: a shop that keeps its orders in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "shop/orders.services.hpp"

class shop_service final : public shop::Orders::Service {
 public:
  grpc::Status Place(grpc::ServerContext*, const shop::Order* order,
                     shop::Receipt* receipt) override {
    if (order->items.empty()) {
      return {grpc::StatusCode::INVALID_ARGUMENT, "the order has no items"};
    }
    *receipt = taken(*order);
    return grpc::Status::OK;
  }

  grpc::Status List(grpc::ServerContext*, const shop::Query* query,
                    grpc::ServerWriter<shop::Order>* orders) override {
    const std::lock_guard lock(mutex_);
    for (std::size_t index = query->first; index < orders_.size(); ++index) {
      if (!orders->Write(orders_[index])) break;  // The caller has gone.
    }
    return grpc::Status::OK;
  }

  grpc::Status Import(grpc::ServerContext*, grpc::ServerReader<shop::Order>* orders,
                      shop::Receipt* receipt) override {
    for (shop::Order order; orders->Read(&order);) {
      receipt->order = order.id;
      receipt->total += taken(order).total;
    }
    return grpc::Status::OK;
  }

  grpc::Status Match(grpc::ServerContext*,
                     grpc::ServerReaderWriter<shop::Receipt, shop::Order>* stream) override {
    for (shop::Order order; stream->Read(&order);) {
      if (!stream->Write(taken(order))) break;
    }
    return grpc::Status::OK;
  }

 private:
  std::mutex mutex_;
  std::vector<shop::Order> orders_;

  shop::Receipt taken(const shop::Order& order) {
    shop::Receipt receipt;
    receipt.order = order.id;
    for (const shop::Item& item : order.items) receipt.total += item.price * item.count;
    const std::lock_guard lock(mutex_);
    orders_.push_back(order);
    return receipt;
  }
};
