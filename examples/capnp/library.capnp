@0xd3c1f0a95b7e4d21;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("library");

struct Book {
  # Something to read.

  title @0 :Text;
  pages @1 :UInt16 = 100;
  shelf :group {
    # Where it stands.
    room @2 :Text;
    row @3 :UInt8;
  }
  union {
    free @4 :Void;
    lent @5 :Loan;
  }
  tags @6 :Pair(Text, List(UInt32));
}

struct Loan {
  to @0 :Text;
  days @1 :Int32 = .usual;
}

struct Pair(A, B) {
  first @0 :A;
  second @1 :B;
}

const usual :Int32 = 14;

interface Desk {
  lend @0 (book :Book, to :Text) -> (loan :Loan);
  watch @1 (title :Text) -> stream;
}
