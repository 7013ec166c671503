@0xd3c1f0a95b7e4d25;
$import "/capnp/c++.capnp".namespace("offers");

struct Point {
  x @0 :Int32;
}

const origin :Point = (x = 4);
const sizes :List(UInt8) = [1, 2];
const most :UInt8 = 9;

struct Offer {
  id @0 :Int32 = 7;
  name @1 :Text = "x";
  raw @2 :Data = "ab";
  sizes @3 :List(Int32) = [1, 2];
  at @4 :Point = (x = 4);
  union {
    pieces @5 :Int32 = 3;
    kind @6 :Text;
  }
}
