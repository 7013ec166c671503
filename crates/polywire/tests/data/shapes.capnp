@0xe1d2c3b4a5968779;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("shapes");

struct Drawing {
  name @0 :Text;
  sizes @1 :List(Int32);
  flags @2 :List(Bool);
  words @3 :List(Text);
  shapes @4 :List(Shape);
  best @5 :Point;
  worst @6 :Point;
  matrix @7 :List(List(Float64));
}

struct Shape {
  union {
    radius @0 :Float64;
    box :group {
      width @1 :UInt16;
      label @2 :Text;
    }
    nothing @3 :Void;
  }
}

struct Point {
  x @0 :Int32;
  y @1 :Int32 = 9;
}

struct Node {
  next @0 :Node;
}
