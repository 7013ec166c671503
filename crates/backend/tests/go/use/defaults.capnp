@0xd2a3f0b6c5e4d1a7;

enum Level { low @0; high @1; }

struct Inner {
  ratio @0 :Float32 = -0.5;
  level @1 :Level = high;
  next @2 :Inner;
}

struct Outer {
  inner @0 :Inner;
  name @1 :Text = "a\"b";
  data @2 :Data = 0x"01ff";
  least @3 :Int64 = -9223372036854775808;
  endless @4 :Float64 = inf;
  isOn @5 :Bool = true;
  plain @6 :UInt16;
  union {
    inside @7 :Inner;
    numbers @8 :List(UInt16);
    nothing @9 :Void;
  }
}
