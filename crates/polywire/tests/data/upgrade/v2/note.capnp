@0x9a1b2c3d4e5f6071;

struct Note {
  title @0 :Text;
  first @1 :Part;
  parts @2 :List(Part);
  union {
    none @3 :Void;
    part @4 :Part;
  }
  urgent @5 :Bool = true;
  tags @6 :List(Text);
}

struct Part {
  text @0 :Text;
  size @1 :UInt32 = 12;
  more @2 :Part;
}
