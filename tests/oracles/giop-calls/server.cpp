// A server of `bank.idl` by omniORB, on any port that is free. Prints the reference of its branch,
// and ends with its input.
#include <omniORB4/CORBA.h>

#include <iostream>
#include <string>

#include "bank.hh"

namespace {

class Account : public POA_Bank::Account {
 public:
  explicit Account(const char* owner) : owner_(owner) {}

  char* owner() override { return CORBA::string_dup(owner_.c_str()); }
  CORBA::Double rate() override { return rate_; }
  void rate(CORBA::Double rate) override { rate_ = rate; }

  CORBA::LongLong deposit(const Bank::Movement& what) override {
    const CORBA::ULong count = movements_.length();
    movements_.length(count + 1);
    movements_[count] = what;
    return cents_ += what.cents;
  }

  CORBA::LongLong withdraw(CORBA::LongLong cents) override {
    if (cents < 0) throw Bank::Closed();
    if (cents > cents_) throw Bank::Insufficient(cents - cents_, "EUR");
    return cents_ -= cents;
  }

  void last(CORBA::ULong count, Bank::Movements_out movements, char*& note) override {
    movements = new Bank::Movements(movements_);
    if (count < movements->length()) movements->length(count);
    const std::string noted = std::string(note) + "!";
    CORBA::string_free(note);
    note = CORBA::string_dup(noted.c_str());
  }

  void remind(const char*) override { ++reminders_; }
  CORBA::Long reminders() override { return reminders_; }

  CORBA::WChar* greet(const CORBA::WChar* name) override { return CORBA::wstring_dup(name); }

  void close() override { throw CORBA::NO_PERMISSION(7, CORBA::COMPLETED_NO); }

 private:
  std::string owner_;
  CORBA::Double rate_ = 0.5;
  CORBA::LongLong cents_ = 0;
  CORBA::Long reminders_ = 0;
  Bank::Movements movements_;
};

class Branch : public POA_Bank::Branch {
 public:
  Bank::Account_ptr open(const char* owner) override { return (new Account(owner))->_this(); }

  Bank::Octets* big(CORBA::ULong size) override {
    return new Bank::Octets(size, size, octets(size));
  }

  Bank::Account_ptr nobody() override { return Bank::Account::_nil(); }

 private:
  static CORBA::Octet* octets(CORBA::ULong size) {
    auto* all = Bank::Octets::allocbuf(size);
    for (CORBA::ULong at = 0; at < size; ++at) all[at] = static_cast<CORBA::Octet>(at);
    return all;
  }
};

}  // namespace

int main(int argc, char** argv) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
  poa->the_POAManager()->activate();
  CORBA::Object_var insecure = orb->resolve_initial_references("omniINSPOA");
  PortableServer::POA_var named = PortableServer::POA::_narrow(insecure);
  named->the_POAManager()->activate();
  auto* branch = new Branch;
  PortableServer::ObjectId_var id = PortableServer::string_to_ObjectId("Branch");
  named->activate_object_with_id(id, branch);
  CORBA::Object_var reference = named->id_to_reference(id);
  CORBA::String_var text = orb->object_to_string(reference);
  std::cout << text << std::endl;
  std::string line;
  while (std::getline(std::cin, line)) {
  }
  orb->destroy();
  return 0;
}
