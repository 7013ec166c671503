@0xd5c1a90b7f3e2846;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("corner");

interface Thing {}

struct Opaque {
  any @0 :AnyPointer;
  record @1 :AnyStruct;
  list @2 :AnyList;
  thing @3 :Thing;
  voids @4 :List(Void);
  lists @5 :List(AnyList);
  things @6 :List(Thing);
  rows @7 :List(List(Void));
  box @8 :Box;
  union {
    none @9 :Void;
    pick @10 :AnyPointer;
    held @11 :Capability;
    count @12 :List(Void) = [void, void];
  }
}

struct Box(T) {
  value @0 :T;
  size @1 :UInt8;
}
