@0xd5a4c3b2918070f6;

struct Defaults {
  half @0 :Float32 = 0.5;
  wide @1 :Float64 = -1.25;
  text @2 :Text = "hello";
  data @3 :Data = 0x"01 02";
  point @4 :Point = (x = 3);
  numbers @5 :List(Int64) = [58, 59, 60];
}

struct Point {
  x @0 :Int32;
  y @1 :Int32 = 7;
}

struct Matrix {
  numbers @0 :List(List(Int32));
  texts @1 :List(List(Text));
}

struct Texts {
  texts @0 :List(Text);
}

struct Colors {
  colors @0 :List(Color);
  sizes @1 :List(Size);
}

enum Color {
  red @0;
  green @1;
}

enum Size {
  small @0;
  large @1;
}

struct Lists {
  numbers @0 :List(UInt16);
  bits @1 :List(Bool);
  point @2 :Point;
}

struct Floats {
  one @0 :Float64;
  many @1 :List(Float32);
}

struct Node {
  next @0 :Node;
}

struct Choice {
  color @0 :Color;
  union {
    small @1 :UInt8;
    nothing @2 :Void;
  }
}

struct Pair(First, Second) {
  first @0 :First;
  second @1 :Second;
}

struct Generic {
  pair @0 :Pair(Text, Point);
}

interface Service {
  call @0 (point :Point) -> (text :Text);
}

annotation note @0xf3a1b2c4d5e6f708 (field) :Text;

struct Annotated {
  const largest :UInt8 = 9;
  number @0 :UInt8 $note("a");
}
