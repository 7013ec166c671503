@0xd8f24a1bb6c9e570;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("corner");

enum Mood { calm @0; glad @1; }

struct Item {
  n @0 :Int16 = 5;
  tags @1 :List(Text) = ["t"];
  at :group { x @2 :Float32; }
  union {
    none @3 :Void;
    mood @4 :Mood;
    inner @5 :Item;
  }
}

struct Defaults {
  id @0 :UInt32 = 7;
  note @1 :Text = "n";
  blob @2 :Data = 0x"01 ff";
  numbers @3 :List(Int32) = [1, 2];
  flags @4 :List(Bool) = [true, false, true];
  rows @5 :List(List(UInt8)) = [[1], [], [255]];
  moods @6 :List(Mood) = [glad, calm];
  items @7 :List(Item) = [(n = 1, tags = [], at = (x = 1.5)), (mood = glad), (inner = (n = -2, tags = ["a", ""]))];
  plain @8 :List(Int32);
}
