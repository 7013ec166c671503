@0xa1f0d2c3b4a59687;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("corner");

struct Groups {
  ready @0 :Bool;
  body :union {
    flag @1 :Bool;
    box :group {
      solid @2 :Bool = true;
      width @3 :UInt16 = 7;
      label @4 :Text;
      hue @9 :Hue;
    }
    sizes @5 :List(UInt8) = [1, 2];
    inner :union {
      small @6 :UInt8;
      on @7 :Bool;
      at @8 :Point = (x = 1, y = 2);
    }
    bare @16 :AnyPointer;
  }
  place :group {
    done @10 :Bool;
    at @11 :Point = (y = 4);
    tags @12 :List(Text) = ["a", "b"];
    group :group {
      half @13 :Bool = true;
      deep @14 :Groups;
    }
  }
  any @15 :AnyPointer;
}

struct Point {
  x @0 :Int32;
  y @1 :Int32 = -1;
}

enum Hue {
  red @0;
  green @1;
}
