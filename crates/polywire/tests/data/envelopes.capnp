@0xb1c4e07d9a6f3258;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("envelopes");

interface Service {}

struct Envelope {
  content @0 :AnyPointer;
  record @1 :AnyStruct;
  list @2 :AnyList;
  rows @3 :List(AnyList);
  services @4 :List(Service);
  counts @5 :List(List(Void));
  box @6 :Box;
  union {
    nothing @7 :Void;
    pick @8 :AnyPointer;
  }
}

struct Box(T) {
  value @0 :T;
}

struct Letter {
  subject @0 :Text;
  pages @1 :UInt16 = 1;
  attachment @2 :AnyPointer;
  replies @3 :List(Letter);
  form :union {
    paper @4 :Void;
    scan @5 :Data;
  }
}
