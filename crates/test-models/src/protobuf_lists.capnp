@0xc0c0f1a95b7e4d22;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("corner");

struct Nested {
  rows @0 :List(List(Int32));
  words @1 :List(List(Text));
  cube @2 :List(List(List(Colour)));
  parts @3 :List(List(Part));
  union {
    nothing @4 :Void;
    numbers @5 :List(Float64);
    tables @6 :List(List(UInt8));
    group :group {
      left @7 :Bool;
      right @8 :Int16 = -5;
    }
  }
  count @9 :UInt16 = 100;
  label @10 :Text = "none";

  enum Colour {
    red @0;
    green @1;
  }
}

struct Part {
  name @0 :Text;
  inner @1 :List(List(Part));
}
