// A client of `bank.idl` by omniORB: calls the account and the branch whose references are its
// first two arguments, and prints what they answer.
#include <omniORB4/CORBA.h>

#include <iostream>
#include <string>

#include "bank.hh"

namespace {

template <typename Interface>
typename Interface::_var_type object(CORBA::ORB_ptr orb, const char* reference) {
  const CORBA::Object_var found = orb->string_to_object(reference);
  typename Interface::_var_type narrowed = Interface::_narrow(found);
  if (CORBA::is_nil(narrowed)) throw CORBA::INV_OBJREF();
  return narrowed;
}

void call_account(Bank::Account_ptr account) {
  const CORBA::String_var owner = account->owner();
  std::cout << owner.in() << ' ' << account->rate() << '\n';
  Bank::Movement movement;
  movement.text = "\xc3\x84";
  movement.cents = 23;
  std::cout << account->deposit(movement) << ' ' << account->withdraw(40) << '\n';
  try {
    account->withdraw(250);
  } catch (const Bank::Insufficient& missing) {
    std::cout << "insufficient: " << missing.missing << ' ' << missing.currency.in() << '\n';
  }
  try {
    account->withdraw(-1);
  } catch (const Bank::Closed&) {
    std::cout << "closed\n";
  }
  Bank::Movements_var movements;
  CORBA::String_var note = CORBA::string_dup("now");
  account->last(2, movements.out(), note.inout());
  std::cout << movements->length() << ' ' << movements[1].text.in() << ' '
            << movements[1].receipt.length() << ' ' << note.in() << '\n';
  account->remind("x");
  const CORBA::WString_var greeting = account->greet(L"\u0e44\u0e17");
  std::cout << std::hex << static_cast<int>(greeting[0u]) << static_cast<int>(greeting[1u])
            << std::dec << '\n';
  try {
    account->close();
  } catch (const CORBA::NO_PERMISSION& refusal) {
    std::cout << "no permission, " << (refusal.completed() == CORBA::COMPLETED_MAYBE) << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    const Bank::Account_var account = object<Bank::Account>(orb, argv[1]);
    call_account(account);
    const Bank::Branch_var branch = object<Bank::Branch>(orb, argv[2]);
    const CORBA::ULong size = 300000;
    Bank::Octets_var octets = branch->big(size);
    std::cout << octets->length() << ' ' << static_cast<int>(octets[size - 1]) << '\n';
    std::cout << account->_non_existent() << account->_is_a("IDL:Bank/Account:1.0")
              << account->_is_a("IDL:X:1.0") << '\n';
    orb->destroy();
  } catch (const CORBA::Exception& exception) {
    std::cout << "exception " << exception._rep_id() << '\n';
    return 1;
  }
}
