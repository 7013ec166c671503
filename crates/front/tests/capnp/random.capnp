@0xe7f0b6f3a4d5c2b1;
# Structs with groups and unions in each other, made by chance.

enum E { a @0; b @1; }
struct S0 {
  m1 @0 :Float32;
  m2 @1 :Bool;
  m3 @2 :Bool;
  union {
    m4 @3 :Int16;
    m5 :group {
      m6 @4 :UInt16;
      m7 :group {
        m8 @5 :Bool;
        m9 @6 :Bool;
        m10 @7 :Float32;
        m11 @8 :UInt16;
      }
      m12 :group {
        m13 @9 :Int8;
        m14 @10 :UInt32;
      }
      m15 @11 :UInt8;
    }
  }
  m16 :group {
    m17 @12 :UInt64;
    m18 :group {
      m19 @13 :Int16;
    }
    m20 @14 :E;
    m21 @15 :Int64;
    m22 @16 :Text;
  }
  m23 @17 :UInt16;
}
struct S1 {
  m1 :group {
    m2 @0 :Int64;
    m3 @1 :UInt32;
    m4 @2 :Bool;
  }
  m5 :group {
    m6 :union {
      m7 :union {
        m8 @3 :Bool;
        m9 @4 :Int64;
        m10 @19 :UInt64;
        m11 @9 :Text;
        m12 @7 :Bool;
      }
      m13 @8 :Data;
      m14 @6 :Bool;
      m15 :group {
        m16 @10 :Text;
        m17 @11 :Float32;
        m18 @12 :UInt64;
      }
    }
    m19 :group {
      union {
        m20 @13 :Int16;
        m21 @14 :Int8;
      }
      m22 @15 :Float32;
      m23 @21 :Data;
      m24 :group {
        m25 @17 :Int32;
        m26 @18 :Float64;
        m27 @5 :Int32;
        m28 @20 :UInt64;
      }
    }
    m29 @16 :Float32;
    m30 @22 :Int8;
  }
  m31 :group {
    m32 :union {
      m33 :group {
        m34 @23 :UInt32;
        m35 @24 :Float64;
        m36 @25 :Int64;
        m37 @26 :List(Int8);
        m38 @27 :Bool;
      }
      m39 @28 :E;
      m40 @29 :Float32;
    }
    union {
      m41 @30 :Bool;
      m42 :union {
        m43 @31 :Bool;
        m44 @32 :Bool;
        m45 @33 :Int8;
      }
      m46 @34 :UInt64;
      m47 @35 :Bool;
      m48 @36 :Float32;
    }
  }
  m49 :group {
    m50 @37 :UInt64;
    m51 @38 :Bool;
    m52 @39 :Text;
  }
}
struct S2 {
  m1 @2 :UInt8;
  m2 @4 :Int16;
  m3 @0 :List(Int8);
  union {
    m4 @5 :UInt32;
    m5 @7 :Bool;
  }
  m6 @1 :Int32;
  m7 @6 :UInt8;
  m8 @8 :UInt16;
  m9 @3 :List(Int8);
}
struct S3 {
  m1 @0 :Void;
  m2 @6 :Data;
  m3 :union {
    m4 @2 :UInt64;
    m5 @3 :UInt64;
    m6 :group {
      m7 :union {
        m8 @4 :Data;
        m9 @10 :Void;
        m10 @7 :UInt64;
      }
    }
    m11 @1 :Bool;
  }
  m12 @8 :Bool;
  m13 @9 :Int16;
  m14 @5 :UInt8;
}
struct S4 {
  m1 @0 :UInt8;
  m2 @1 :Void;
}
struct S5 {
  m1 @4 :Data;
  m2 @0 :UInt64;
  m3 :union {
    m4 :group {
      m5 @3 :Int8;
    }
    m6 @2 :Int16;
    m7 @1 :Int16;
  }
}
struct S6 {
  m1 :union {
    m2 @0 :Bool;
    m3 @1 :UInt64;
    m4 @2 :List(Int8);
    m5 @3 :List(Int8);
    m6 :group {
      m7 @13 :Void;
      m8 @5 :UInt8;
    }
  }
  m9 @14 :Int8;
  m10 :union {
    m11 @7 :Bool;
    m12 @17 :Int64;
    m13 @9 :List(Int8);
    m14 @10 :Bool;
    m15 @11 :Bool;
  }
  m16 :union {
    m17 :group {
      m18 @12 :E;
    }
    m19 :group {
      m20 @4 :List(Int8);
    }
    m21 @6 :Int16;
    m22 @15 :Text;
  }
  m23 @16 :Data;
  m24 @8 :UInt16;
}
struct S7 {
  union {
    m1 :group {
      m2 @0 :Int16;
      m3 @4 :Bool;
    }
    m4 @2 :Int8;
    m5 @3 :UInt64;
    m6 :group {
      m7 @6 :UInt16;
      m8 @1 :Bool;
    }
  }
  m9 @5 :Data;
}
struct S8 {
  m1 @1 :UInt64;
  m2 :union {
    m3 :group {
      m4 @3 :Void;
      union {
        m5 @15 :Bool;
        m6 @16 :UInt16;
        m7 @12 :Bool;
        m8 @13 :Int32;
      }
      m9 :group {
        m10 @11 :Int8;
        m11 @0 :Int32;
      }
      m12 @19 :E;
      m13 @14 :Data;
    }
    m14 @2 :Bool;
    m15 :union {
      m16 @10 :Bool;
      m17 :union {
        m18 @8 :Int32;
        m19 @7 :UInt16;
      }
      m20 :group {
        m21 @4 :Int64;
      }
    }
    m22 @18 :Float64;
  }
  m23 @17 :Int32;
  m24 @9 :Bool;
  m25 @6 :UInt16;
  m26 @5 :UInt8;
}
struct S9 {
  m1 @0 :Text;
  m2 :group {
    m3 @1 :E;
    m4 @2 :Float32;
    m5 @3 :UInt32;
    m6 @16 :UInt16;
  }
  union {
    m7 @5 :UInt64;
    m8 @6 :Int8;
    m9 :group {
      m10 @7 :Bool;
      m11 :group {
        m12 @8 :UInt32;
        m13 @9 :UInt32;
        m14 @10 :UInt8;
        m15 @11 :Text;
      }
      m16 :group {
        m17 @12 :E;
        m18 @13 :Bool;
        m19 @14 :UInt32;
      }
    }
  }
  m20 :union {
    m21 :group {
      m22 :group {
        m23 @30 :Int16;
        m24 @15 :Void;
        m25 @17 :Bool;
      }
      m26 :group {
        m27 @18 :Void;
        m28 @19 :UInt16;
        m29 @20 :List(Int8);
        m30 @21 :Int8;
        m31 @22 :Float32;
      }
      m32 @23 :Data;
      m33 :group {
        m34 @24 :Bool;
        m35 @25 :List(Int8);
        m36 @26 :List(Int8);
        m37 @27 :List(Int8);
        m38 @28 :Void;
      }
    }
    m39 @29 :UInt16;
    m40 :group {
      m41 :group {
        m42 @4 :Float32;
        m43 @31 :E;
        m44 @32 :Void;
      }
    }
  }
  m45 @33 :UInt16;
  m46 @34 :Void;
  m47 @35 :Bool;
  m48 @36 :List(Int8);
  m49 @37 :Bool;
}
struct S10 {
  m1 :union {
    m2 @0 :Float32;
    m3 :group {
      m4 @1 :Int16;
      m5 :group {
        m6 @2 :UInt32;
        m7 @3 :Int8;
      }
      m8 :group {
        m9 @4 :Bool;
      }
    }
    m10 @5 :Data;
    m11 :union {
      m12 @6 :Text;
      m13 @7 :E;
      m14 :union {
        m15 @8 :Void;
        m16 @9 :Bool;
      }
      m17 @10 :Text;
    }
    m18 @11 :Float32;
  }
  m19 :union {
    m20 :group {
      m21 :group {
        m22 @12 :UInt64;
        m23 @13 :List(Int8);
        m24 @14 :Bool;
        m25 @15 :UInt16;
        m26 @16 :Data;
      }
    }
    m27 @17 :UInt8;
    m28 :group {
      m29 @18 :Float32;
      m30 :union {
        m31 @19 :Float32;
        m32 @20 :Int64;
        m33 @21 :Int64;
      }
      m34 @22 :Bool;
      m35 @23 :Int16;
    }
  }
  m36 @24 :UInt32;
  m37 :union {
    m38 @25 :Bool;
    m39 @26 :Float64;
  }
}
struct S11 {
  m1 :union {
    m2 @0 :UInt32;
    m3 @1 :Int8;
  }
}
struct S12 {
  m1 @19 :Int16;
  m2 @11 :Float64;
  m3 @13 :Float32;
  m4 @14 :E;
  m5 @15 :Bool;
  m6 :group {
    m7 @20 :Int8;
    m8 @0 :UInt32;
    m9 @3 :E;
    m10 :group {
      m11 @18 :UInt32;
      m12 :union {
        m13 @17 :UInt16;
        m14 @2 :E;
        m15 @5 :Bool;
        m16 @9 :UInt8;
      }
      m17 :group {
        m18 @4 :Data;
        m19 @7 :Text;
        m20 @1 :Text;
        m21 @10 :E;
        m22 @8 :Bool;
      }
      m23 :union {
        m24 @12 :UInt64;
        m25 @6 :Int16;
      }
    }
  }
  m26 @16 :Float64;
}
struct S13 {
  m1 @22 :Void;
  m2 :group {
    m3 @11 :Data;
    m4 @8 :Data;
    m5 :group {
      m6 @0 :List(Int8);
      m7 @5 :Text;
      m8 :union {
        m9 @13 :Int8;
        m10 @10 :Bool;
      }
      m11 @21 :Text;
    }
    m12 :group {
      m13 :group {
        m14 @14 :Bool;
        m15 @17 :UInt32;
      }
    }
  }
  m16 @1 :Int32;
  m17 @12 :Float64;
  m18 @4 :Bool;
  m19 :group {
    m20 @3 :Int16;
    union {
      m21 @19 :Void;
      m22 :group {
        m23 @7 :Int32;
        m24 @18 :UInt16;
        m25 @23 :UInt16;
      }
      m26 @20 :Void;
    }
    m27 @15 :UInt32;
  }
  m28 :group {
    m29 @6 :Float64;
    m30 :group {
      m31 @2 :UInt64;
      m32 :union {
        m33 @16 :Float64;
        m34 @9 :Float32;
      }
    }
  }
}
struct S14 {
  m1 @0 :Int16;
  m2 :group {
    m3 @1 :Text;
    m4 :union {
      m5 @2 :UInt16;
      m6 @3 :Bool;
      m7 @4 :UInt32;
    }
    m8 :union {
      m9 @5 :Int32;
      m10 :union {
        m11 @6 :UInt16;
        m12 @7 :Int16;
        m13 @8 :Float32;
      }
      m14 :union {
        m15 @9 :UInt16;
        m16 @10 :Bool;
        m17 @11 :Bool;
      }
      m18 :group {
        m19 @12 :UInt16;
        m20 @13 :UInt64;
        m21 @14 :UInt32;
        m22 @15 :Bool;
      }
    }
    m23 :union {
      m24 @16 :UInt64;
      m25 @17 :UInt8;
      m26 @18 :Int32;
    }
  }
  m27 @19 :Void;
  m28 :group {
    m29 @20 :UInt64;
    m30 :union {
      m31 @21 :Bool;
      m32 :union {
        m33 @22 :Int16;
        m34 @23 :Int64;
        m35 @24 :UInt64;
        m36 @25 :UInt32;
      }
      m37 :group {
        m38 @26 :E;
      }
      m39 @27 :Float64;
    }
    m40 :group {
      m41 @28 :Int8;
      m42 @29 :Bool;
      m43 @30 :Float32;
      m44 @31 :Float64;
    }
    m45 @32 :UInt32;
    m46 @33 :Bool;
  }
  m47 :union {
    m48 @34 :Void;
    m49 @35 :UInt64;
    m50 @36 :Float32;
    m51 @37 :Int16;
  }
}
struct S15 {
  m1 @9 :Float64;
  m2 :group {
    m3 @3 :UInt64;
  }
  m4 @27 :UInt8;
  m5 :group {
    m6 @7 :Float32;
  }
  m7 :group {
    m8 @28 :List(Int8);
    m9 :union {
      m10 :union {
        m11 @5 :Bool;
        m12 @18 :Int16;
        m13 @19 :Bool;
      }
      m14 @24 :Data;
      m15 :union {
        m16 @15 :UInt8;
        m17 @22 :UInt16;
        m18 @6 :Int16;
        m19 @8 :UInt8;
        m20 @12 :Bool;
      }
      m21 @0 :List(Int8);
    }
    m22 :union {
      m23 :group {
        m24 @17 :Int16;
        m25 @10 :E;
      }
      m26 @26 :Bool;
      m27 @4 :Int64;
      m28 :group {
        m29 @20 :UInt32;
        m30 @1 :UInt32;
        m31 @21 :Float64;
        m32 @23 :UInt64;
        m33 @16 :Text;
      }
    }
    m34 :union {
      m35 @14 :Data;
      m36 @25 :Text;
    }
    m37 @2 :Text;
  }
  m38 @11 :Data;
  m39 @13 :Bool;
}
struct S16 {
  m1 @0 :Bool;
  m2 :group {
    m3 @1 :UInt16;
  }
  m4 :union {
    m5 :group {
      m6 @2 :Int16;
      m7 :group {
        m8 @3 :List(Int8);
        m9 @4 :Float64;
      }
      m10 @5 :UInt8;
      m11 @6 :Bool;
      m12 :union {
        m13 @7 :Data;
        m14 @8 :Void;
      }
    }
    m15 @9 :Float64;
  }
}
struct S17 {
  m1 :group {
    m2 :union {
      m3 :union {
        m4 @8 :Int32;
        m5 @9 :Int32;
      }
      m6 @4 :Float64;
    }
    m7 @21 :List(Int8);
    m8 @27 :UInt32;
    m9 @36 :Int16;
  }
  m10 :group {
    m11 :group {
      m12 @28 :Int16;
      m13 @33 :Int64;
      m14 :union {
        m15 @25 :UInt16;
        m16 @0 :E;
        m17 @13 :List(Int8);
        m18 @1 :Void;
        m19 @23 :UInt16;
      }
    }
    m20 @29 :UInt32;
    m21 @14 :Float32;
    m22 @12 :Bool;
    m23 @19 :UInt8;
  }
  m24 :group {
    m25 :group {
      m26 @37 :UInt64;
      m27 @34 :Void;
      m28 :group {
        m29 @24 :Bool;
        m30 @17 :Bool;
      }
      m31 :group {
        m32 @30 :Int16;
        m33 @2 :E;
        m34 @20 :Bool;
        m35 @3 :Float32;
        m36 @5 :Int16;
      }
      m37 :union {
        m38 @15 :Bool;
        m39 @7 :UInt32;
      }
    }
  }
  m40 @35 :Int8;
  m41 :group {
    m42 :union {
      m43 @39 :Void;
      m44 @26 :UInt32;
      m45 :group {
        m46 @18 :List(Int8);
        m47 @10 :UInt32;
        m48 @16 :Void;
      }
      m49 @32 :Void;
    }
    m50 @22 :Bool;
  }
  union {
    m51 @38 :Int16;
    m52 @11 :Bool;
  }
  m53 @40 :UInt32;
  m54 :union {
    m55 @6 :UInt32;
    m56 @31 :Bool;
  }
}
struct S18 {
  m1 :group {
    m2 @0 :Bool;
    union {
      m3 @1 :Text;
      m4 @2 :Int64;
      m5 :union {
        m6 @3 :Int32;
        m7 @4 :Int8;
        m8 @5 :UInt16;
        m9 @6 :Int32;
        m10 @7 :Int8;
      }
      m11 @8 :UInt16;
    }
    m12 @26 :List(Int8);
    m13 @10 :UInt16;
    m14 @11 :Int16;
  }
  m15 :union {
    m16 :union {
      m17 :union {
        m18 @12 :UInt32;
        m19 @13 :Float64;
        m20 @14 :Bool;
      }
      m21 @15 :Bool;
    }
    m22 :union {
      m23 @16 :Void;
      m24 @17 :Float64;
      m25 @18 :List(Int8);
      m26 @19 :UInt32;
      m27 @20 :Int8;
    }
  }
  m28 :union {
    m29 :group {
      m30 @21 :Float64;
      m31 @22 :Float64;
    }
    m32 @23 :UInt16;
    m33 @24 :Bool;
    m34 @25 :Int64;
    m35 :union {
      m36 @9 :UInt16;
      m37 @27 :UInt8;
    }
  }
  m38 :union {
    m39 @28 :Void;
    m40 @29 :Float64;
    m41 @30 :UInt8;
    m42 @31 :Int64;
    m43 @37 :Float32;
  }
  m44 @33 :Bool;
  m45 :group {
    m46 :union {
      m47 @34 :Bool;
      m48 @35 :Text;
      m49 @36 :Data;
    }
    m50 @32 :UInt64;
    m51 @38 :Float64;
    m52 @39 :Text;
    m53 :union {
      m54 @40 :Bool;
      m55 @41 :UInt64;
      m56 @42 :Int32;
    }
  }
  m57 :union {
    m58 :group {
      m59 @43 :Float64;
    }
    m60 @44 :UInt64;
    m61 @45 :Bool;
    m62 :union {
      m63 @46 :List(Int8);
      m64 @47 :Float32;
      m65 @48 :UInt8;
      m66 :group {
        m67 @49 :Int16;
      }
      m68 @50 :E;
    }
    m69 @51 :Int8;
  }
  union {
    m70 @52 :UInt32;
    m71 @53 :Int8;
    m72 @54 :Data;
    m73 @55 :UInt16;
    m74 :union {
      m75 @56 :Float64;
      m76 @57 :Data;
      m77 :group {
        m78 @58 :UInt32;
        m79 @59 :Data;
        m80 @60 :Bool;
      }
      m81 @61 :UInt64;
      m82 :union {
        m83 @62 :Bool;
        m84 @63 :Int64;
        m85 @64 :Int8;
        m86 @65 :UInt64;
      }
    }
  }
}
struct S19 {
  m1 @0 :Data;
  m2 @1 :Int8;
}
struct S20 {
  union {
    m1 @0 :List(Int8);
    m2 @1 :Int16;
    m3 :union {
      m4 @2 :E;
      m5 :group {
        m6 @3 :Data;
        m7 @4 :List(Int8);
        m8 @5 :List(Int8);
      }
      m9 @6 :Int16;
      m10 @7 :Bool;
    }
    m11 @8 :Int64;
  }
  m12 @9 :Int8;
  m13 @10 :Bool;
}
struct S21 {
  union {
    m1 @1 :Bool;
    m2 @0 :Bool;
    m3 :group {
      m4 @2 :Data;
      m5 @3 :Bool;
    }
    m6 @5 :E;
    m7 @4 :Int8;
  }
}
struct S22 {
  m1 @0 :Text;
}
struct S23 {
  union {
    m1 @0 :E;
    m2 @2 :UInt32;
    m3 :union {
      m4 :union {
        m5 @7 :Bool;
        m6 @3 :List(Int8);
        m7 @4 :Bool;
        m8 @5 :Float64;
        m9 @1 :Float32;
      }
      m10 @6 :Void;
    }
  }
}
struct S24 {
  m1 @2 :Void;
  m2 @1 :Void;
  m3 @3 :Bool;
  m4 @0 :Bool;
}
struct S25 {
  m1 :union {
    m2 @0 :UInt8;
    m3 @1 :UInt64;
    m4 @2 :Int8;
  }
}
struct S26 {
  m1 :union {
    m2 @0 :Int32;
    m3 @1 :Bool;
    m4 @7 :Void;
    m5 :group {
      m6 :group {
        m7 @3 :UInt8;
        m8 @4 :Data;
        m9 @5 :Int64;
      }
      union {
        m10 @6 :UInt8;
        m11 @2 :Bool;
        m12 @8 :UInt8;
        m13 @9 :Float64;
        m14 @10 :Text;
      }
      m15 @24 :Int64;
      m16 :union {
        m17 @12 :Int64;
        m18 @13 :Void;
      }
      m19 @14 :UInt32;
    }
    m20 @15 :UInt16;
  }
  union {
    m21 @16 :UInt16;
    m22 @25 :UInt32;
    m23 @18 :Int64;
    m24 :union {
      m25 :union {
        m26 @19 :Int8;
        m27 @20 :Int8;
      }
      m28 :union {
        m29 @21 :Bool;
        m30 @22 :Data;
        m31 @23 :Int16;
        m32 @11 :UInt16;
        m33 @17 :Bool;
      }
      m34 @26 :Text;
      m35 @27 :Int32;
      m36 @28 :Void;
    }
    m37 @29 :Text;
  }
}
struct S27 {
  m1 @0 :Int32;
  m2 @1 :List(Int8);
  union {
    m3 :union {
      m4 :group {
        m5 @2 :UInt64;
        m6 @3 :List(Int8);
        m7 @4 :UInt16;
      }
      m8 :group {
        m9 @5 :Bool;
        m10 @6 :Text;
        m11 @7 :Int8;
        m12 @8 :Void;
      }
      m13 @9 :List(Int8);
    }
    m14 @10 :Bool;
    m15 :group {
      m16 @11 :Int16;
      m17 :union {
        m18 @12 :Text;
        m19 @13 :Int8;
        m20 @14 :Bool;
        m21 @15 :UInt8;
      }
      union {
        m22 @16 :E;
        m23 @17 :Text;
      }
      m24 @18 :Bool;
      m25 @19 :Float32;
    }
  }
  m26 @20 :Bool;
  m27 :union {
    m28 @21 :List(Int8);
    m29 @22 :Text;
    m30 @23 :UInt64;
  }
  m31 @24 :UInt16;
  m32 :union {
    m33 @25 :Bool;
    m34 @26 :Void;
    m35 @27 :Bool;
    m36 :union {
      m37 :group {
        m38 @28 :Void;
        m39 @29 :UInt32;
      }
      m40 @30 :Text;
      m41 @31 :Bool;
      m42 @32 :UInt64;
      m43 :union {
        m44 @33 :Float32;
        m45 @34 :UInt16;
      }
    }
  }
}
struct S28 {
  m1 @0 :Int16;
}
struct S29 {
  m1 @0 :UInt16;
  m2 :group {
    m3 @1 :Int8;
    m4 @2 :Bool;
    m5 @3 :Float32;
    m6 @4 :Bool;
    m7 @5 :Int64;
  }
  union {
    m8 @6 :UInt64;
    m9 :group {
      m10 @7 :UInt8;
      m11 @8 :E;
    }
    m12 @9 :Text;
  }
}
struct S30 {
  m1 :group {
    m2 @2 :Int64;
    m3 @1 :Float32;
  }
  m4 @0 :Bool;
}
struct S31 {
  m1 @0 :List(Int8);
  m2 @1 :Int8;
  m3 :group {
    m4 :union {
      m5 :union {
        m6 @2 :Void;
        m7 @3 :Int16;
        m8 @4 :Text;
        m9 @5 :Text;
      }
      m10 :group {
        m11 @6 :Bool;
      }
      m12 :union {
        m13 @7 :List(Int8);
        m14 @8 :Bool;
        m15 @9 :Float32;
        m16 @10 :E;
        m17 @11 :UInt16;
      }
    }
  }
  m18 :group {
    m19 @12 :Float32;
    m20 :union {
      m21 @13 :Float32;
      m22 @14 :List(Int8);
    }
    m23 :group {
      m24 @15 :Int64;
    }
    m25 @16 :Int64;
    m26 @17 :Int64;
  }
  m27 @18 :E;
  m28 :group {
    m29 :group {
      m30 :union {
        m31 @39 :Void;
        m32 @20 :List(Int8);
        m33 @21 :Int64;
        m34 @22 :List(Int8);
        m35 @23 :UInt16;
      }
      m36 :group {
        m37 @24 :Text;
        m38 @25 :Bool;
        m39 @26 :Int32;
        m40 @27 :Int32;
      }
      m41 @28 :Bool;
    }
    m42 @29 :Int32;
    m43 :group {
      m44 @35 :Bool;
    }
    m45 :union {
      m46 @31 :UInt8;
      m47 :group {
        m48 @32 :List(Int8);
        m49 @33 :Bool;
        m50 @34 :E;
        m51 @19 :Text;
        m52 @36 :Int8;
      }
      m53 @37 :Float64;
      m54 @38 :Int32;
    }
    m55 :union {
      m56 @30 :UInt32;
      m57 @40 :UInt16;
    }
  }
  m58 @41 :Int16;
  m59 @42 :UInt64;
}
struct S32 {
  m1 :union {
    m2 :union {
      m3 @0 :Float32;
      m4 :group {
        m5 @1 :UInt16;
        m6 @3 :Int64;
        m7 @6 :UInt32;
      }
      m8 @4 :Int16;
      m9 :union {
        m10 @5 :Bool;
        m11 @2 :UInt64;
      }
      m12 @7 :Bool;
    }
    m13 @8 :Text;
    m14 @9 :Bool;
  }
}
struct S33 {
  m1 @35 :List(Int8);
  m2 :group {
    m3 :union {
      m4 @1 :Bool;
      m5 :group {
        m6 @2 :Data;
        m7 @3 :Int8;
        m8 @4 :Int32;
        m9 @5 :Bool;
        m10 @6 :Text;
      }
      m11 @7 :UInt32;
    }
    m12 @8 :UInt32;
    union {
      m13 @9 :Void;
      m14 @10 :Data;
      m15 @11 :UInt32;
      m16 :union {
        m17 @12 :Float64;
        m18 @13 :UInt16;
        m19 @14 :Int64;
        m20 @15 :UInt16;
      }
      m21 @16 :Int16;
    }
    m22 @17 :Void;
  }
  m23 :group {
    m24 @18 :Data;
    m25 :union {
      m26 @0 :Float64;
      m27 @20 :List(Int8);
      m28 @21 :Float64;
      m29 @22 :UInt64;
    }
    m30 :group {
      m31 @23 :Void;
      m32 @24 :List(Int8);
      m33 :union {
        m34 @25 :Float32;
        m35 @26 :Int8;
        m36 @27 :Float64;
        m37 @28 :Text;
        m38 @29 :Int64;
      }
    }
  }
  m39 @30 :Bool;
  m40 :union {
    m41 @31 :Bool;
    m42 @32 :List(Int8);
    m43 :union {
      m44 @33 :List(Int8);
      m45 @34 :Float64;
      m46 @19 :List(Int8);
      m47 :union {
        m48 @36 :Int16;
        m49 @37 :Bool;
        m50 @38 :Bool;
      }
    }
    m51 @39 :Bool;
  }
}
struct S34 {
  m1 @23 :Void;
  m2 @22 :Int16;
  m3 :union {
    m4 @15 :E;
    m5 @26 :Int8;
    m6 @17 :Float64;
    m7 @12 :Int8;
  }
  m8 :union {
    m9 :group {
      m10 :union {
        m11 @14 :Float64;
        m12 @29 :Bool;
        m13 @30 :Int64;
        m14 @5 :UInt16;
        m15 @18 :UInt8;
      }
    }
    m16 :group {
      m17 @3 :Bool;
    }
  }
  union {
    m18 @27 :Void;
    m19 :group {
      m20 @20 :Bool;
      m21 @16 :UInt16;
      m22 :union {
        m23 @19 :UInt8;
        m24 @25 :Text;
      }
      m25 :union {
        m26 @6 :Data;
        m27 @2 :Bool;
        m28 @24 :Float32;
        m29 @28 :UInt16;
      }
    }
    m30 @4 :Float32;
    m31 @10 :Data;
    m32 :group {
      m33 :group {
        m34 @0 :UInt8;
        m35 @21 :UInt32;
      }
      union {
        m36 @8 :E;
        m37 @1 :Int64;
        m38 @13 :Bool;
        m39 @7 :Float64;
      }
    }
  }
  m40 @11 :UInt64;
  m41 @9 :Float32;
}
struct S35 {
  m1 :union {
    m2 @0 :Int32;
    m3 @1 :Text;
    m4 @35 :UInt64;
    m5 @3 :Float32;
    m6 @4 :Int16;
  }
  m7 :group {
    m8 @5 :Bool;
  }
  m9 @6 :Int32;
  m10 @7 :Float32;
  m11 :group {
    m12 :group {
      union {
        m13 @32 :UInt16;
        m14 @9 :Bool;
      }
    }
    m15 :group {
      m16 @10 :UInt32;
      m17 :union {
        m18 @11 :UInt32;
        m19 @31 :Float32;
        m20 @13 :Float32;
        m21 @14 :Text;
      }
      m22 @15 :Int8;
    }
    m23 @16 :UInt8;
    m24 :group {
      m25 @17 :Void;
      m26 @18 :Text;
      m27 :union {
        m28 @19 :Bool;
        m29 @20 :Bool;
        m30 @21 :UInt16;
        m31 @22 :Bool;
        m32 @23 :UInt8;
      }
    }
    m33 @24 :UInt32;
  }
  m34 :union {
    m35 @25 :UInt8;
    m36 @26 :UInt16;
  }
  m37 @27 :List(Int8);
  m38 :union {
    m39 @28 :UInt64;
    m40 @29 :Bool;
    m41 @30 :UInt32;
    m42 @12 :Bool;
    m43 @8 :Bool;
  }
  m44 :group {
    m45 :union {
      m46 @33 :Bool;
      m47 @34 :Float32;
      m48 @2 :UInt16;
      m49 :union {
        m50 @36 :Float64;
        m51 @37 :Int64;
      }
    }
    m52 @38 :Text;
    m53 @39 :Int16;
  }
}
struct S36 {
  m1 :union {
    m2 @11 :UInt16;
    m3 @1 :UInt16;
    m4 @2 :UInt8;
  }
  union {
    m5 :group {
      m6 :group {
        m7 @3 :UInt16;
        m8 @4 :Void;
        m9 @5 :Text;
        m10 @15 :UInt64;
      }
      m11 @7 :Int8;
      m12 @8 :Int8;
    }
    m13 @9 :UInt16;
    m14 @10 :Bool;
    m15 @0 :UInt8;
    m16 @12 :Int8;
  }
  m17 @13 :Text;
  m18 @14 :Float32;
  m19 @6 :Bool;
}
struct S37 {
  m1 :union {
    m2 @27 :Text;
    m3 @26 :UInt8;
  }
  union {
    m4 @8 :UInt32;
    m5 :union {
      m6 :group {
        m7 @7 :Data;
        m8 @23 :Int64;
        m9 @3 :Int32;
        m10 @22 :Data;
      }
      m11 @24 :Data;
    }
    m12 :union {
      m13 :group {
        m14 @19 :Int32;
      }
      m15 @5 :Bool;
      m16 :group {
        m17 @20 :Float32;
      }
      m18 @31 :UInt32;
    }
    m19 @1 :List(Int8);
    m20 @29 :UInt8;
  }
  m21 :group {
    m22 @9 :Int64;
    union {
      m23 @12 :UInt64;
      m24 :group {
        m25 @4 :Int32;
        m26 @13 :Bool;
        m27 @30 :Float32;
      }
      m28 @16 :Int16;
      m29 @10 :Data;
    }
    m30 @17 :UInt32;
  }
  m31 @2 :Bool;
  m32 :group {
    m33 :union {
      m34 @15 :Float32;
      m35 :group {
        m36 @6 :Data;
      }
      m37 :union {
        m38 @28 :List(Int8);
        m39 @11 :UInt32;
        m40 @21 :Bool;
        m41 @18 :Float64;
      }
      m42 @25 :Bool;
      m43 @14 :UInt8;
    }
    m44 @0 :UInt8;
  }
}
struct S38 {
  m1 @0 :Float32;
  m2 @1 :Int16;
}
struct S39 {
  union {
    m1 @0 :Int16;
    m2 @1 :Bool;
  }
}
struct S40 {
  m1 @0 :Bool;
  m2 @1 :Int16;
  m3 @2 :UInt64;
  m4 :union {
    m5 @3 :Void;
    m6 @4 :Bool;
    m7 :union {
      m8 @5 :Bool;
      m9 @6 :UInt64;
      m10 :group {
        m11 @7 :Bool;
        m12 @8 :UInt16;
        m13 @9 :Int16;
        m14 @10 :Void;
        m15 @11 :Text;
      }
      m16 :group {
        m17 @12 :Bool;
      }
    }
    m18 @13 :UInt8;
  }
  m19 :union {
    m20 @14 :Float32;
    m21 @15 :Int32;
    m22 @16 :Int32;
    m23 @17 :Void;
  }
  m24 :group {
    m25 @18 :Data;
    m26 @19 :Bool;
  }
  m27 :group {
    m28 @20 :Float32;
    m29 @21 :UInt8;
    m30 @22 :Text;
    union {
      m31 @23 :List(Int8);
      m32 :union {
        m33 @24 :Bool;
        m34 @25 :UInt64;
        m35 @26 :Int64;
      }
    }
    m36 @27 :Float32;
  }
}
struct S41 {
  m1 @9 :E;
  m2 :group {
    m3 @10 :UInt16;
    m4 @15 :Int16;
  }
  m5 :group {
    m6 :union {
      m7 @30 :Bool;
      m8 :union {
        m9 @23 :Bool;
        m10 @20 :Int64;
      }
      m11 @7 :Void;
      m12 :union {
        m13 @29 :Void;
        m14 @18 :Int64;
      }
    }
    m15 @27 :Void;
    m16 @26 :Float32;
    m17 @13 :Int64;
  }
  m18 :union {
    m19 @21 :Bool;
    m20 @28 :Int64;
    m21 @31 :Float32;
    m22 :union {
      m23 @25 :Void;
      m24 @11 :Int64;
      m25 :group {
        m26 @8 :Int64;
        m27 @5 :Void;
        m28 @22 :Int8;
        m29 @6 :Bool;
        m30 @16 :UInt64;
      }
      m31 @17 :E;
      m32 @1 :E;
    }
    m33 :union {
      m34 :union {
        m35 @3 :Data;
        m36 @4 :UInt32;
        m37 @19 :E;
        m38 @0 :Text;
      }
      m39 @2 :UInt64;
      m40 @24 :Int32;
      m41 :group {
        m42 @12 :Bool;
      }
    }
  }
  m43 @14 :UInt64;
}
struct S42 {
  union {
    m1 :group {
      m2 :group {
        m3 @1 :UInt64;
        m4 @8 :Float32;
        m5 @11 :Float32;
        m6 @9 :UInt16;
      }
    }
    m7 :group {
      m8 :union {
        m9 @6 :UInt64;
        m10 @4 :Float64;
        m11 @10 :UInt32;
        m12 @5 :Data;
        m13 @2 :UInt8;
      }
    }
  }
  m14 @3 :Int32;
  m15 @7 :Int8;
  m16 @0 :UInt32;
}
struct S43 {
  m1 @12 :UInt64;
  m2 :group {
    m3 :union {
      m4 @20 :UInt32;
      m5 @18 :Bool;
      m6 :union {
        m7 @17 :UInt32;
        m8 @3 :UInt64;
      }
    }
    m9 :group {
      m10 @22 :Float32;
      m11 :group {
        m12 @9 :Float32;
        m13 @4 :Bool;
        m14 @15 :Int16;
      }
    }
    m15 @7 :Void;
    m16 :group {
      m17 @10 :Float64;
      m18 @14 :Void;
      m19 :group {
        m20 @19 :Bool;
        m21 @5 :Data;
        m22 @0 :List(Int8);
      }
      m23 @8 :UInt8;
      m24 :union {
        m25 @11 :E;
        m26 @13 :Bool;
        m27 @21 :Data;
      }
    }
  }
  m28 @16 :Bool;
  union {
    m29 @6 :UInt16;
    m30 @1 :Int32;
    m31 @2 :Void;
  }
}
struct S44 {
  m1 @0 :Float32;
  m2 @1 :Float32;
  m3 @2 :Float64;
  m4 @3 :Void;
  m5 :union {
    m6 @4 :Float32;
    m7 @5 :Int16;
    m8 @6 :Bool;
    m9 @8 :Bool;
  }
  m10 @7 :Bool;
}
struct S45 {
  m1 @0 :Data;
}
struct S46 {
  m1 @0 :Float32;
  m2 @1 :Bool;
  m3 :group {
    m4 @2 :Void;
  }
  m5 :group {
    m6 @3 :Int16;
  }
  m7 @4 :Bool;
}
struct S47 {
  m1 @0 :Data;
  m2 @1 :E;
  m3 @2 :Float64;
  m4 @3 :Int8;
}
struct S48 {
  m1 @0 :Int8;
}
struct S49 {
  m1 @0 :Bool;
}
struct S50 {
  m1 :union {
    m2 @3 :Bool;
    m3 :union {
      m4 @0 :UInt16;
      m5 @2 :UInt64;
      m6 :union {
        m7 @1 :E;
        m8 @4 :E;
        m9 @5 :UInt8;
        m10 @6 :Text;
      }
      m11 :group {
        m12 @7 :Bool;
      }
    }
    m13 @8 :Int8;
  }
  m14 @9 :UInt64;
  m15 :group {
    union {
      m16 @10 :Data;
      m17 :union {
        m18 @11 :UInt16;
        m19 @12 :Data;
        m20 @13 :E;
        m21 @14 :Text;
      }
    }
    m22 :union {
      m23 @18 :UInt64;
      m24 @16 :UInt32;
    }
  }
  m25 @17 :Int16;
  m26 @15 :UInt16;
  m27 @19 :E;
}
struct S51 {
  m1 @0 :UInt16;
  m2 :group {
    m3 :union {
      m4 @3 :Float64;
      m5 @2 :List(Int8);
      m6 :group {
        m7 @7 :Bool;
        m8 @19 :Int16;
        m9 @17 :List(Int8);
        m10 @6 :Bool;
        m11 @4 :Bool;
      }
      m12 @20 :Bool;
    }
    m13 :group {
      m14 @23 :UInt8;
      m15 @25 :Int64;
      m16 :group {
        m17 @10 :UInt8;
        m18 @8 :Float64;
        m19 @15 :Bool;
        m20 @11 :UInt16;
      }
      m21 :group {
        m22 @24 :Int8;
        m23 @16 :Int8;
        m24 @12 :UInt16;
        m25 @13 :Bool;
        m26 @5 :Data;
      }
      m27 :group {
        m28 @18 :Bool;
        m29 @21 :Bool;
        m30 @14 :Bool;
        m31 @1 :Float64;
        m32 @9 :UInt64;
      }
    }
  }
  m33 @22 :Data;
  m34 @26 :Data;
}
struct S52 {
  m1 @38 :Text;
  m2 :union {
    m3 @4 :Float32;
    m4 @20 :Bool;
    m5 @27 :Data;
    m6 @8 :Void;
  }
  m7 :group {
    m8 @1 :Text;
  }
  m9 :union {
    m10 @29 :Text;
    m11 :group {
      m12 @14 :Void;
      m13 @7 :Int32;
      m14 :group {
        m15 @10 :List(Int8);
        m16 @6 :Float32;
        m17 @18 :Int32;
        m18 @11 :UInt16;
        m19 @31 :E;
      }
    }
    m20 :group {
      m21 @36 :Bool;
      m22 @32 :Float32;
      m23 @12 :UInt64;
      m24 @33 :Int32;
      union {
        m25 @25 :E;
        m26 @5 :Int8;
        m27 @9 :Bool;
        m28 @26 :List(Int8);
        m29 @13 :UInt32;
      }
    }
  }
  m30 @21 :UInt32;
  m31 @35 :UInt64;
  m32 @24 :UInt8;
  m33 :union {
    m34 :union {
      m35 @3 :Float32;
      m36 :group {
        m37 @17 :Int64;
        m38 @30 :Data;
        m39 @37 :Int16;
      }
      m40 @28 :Text;
      m41 @15 :Float64;
    }
    m42 @16 :Int64;
    m43 :group {
      m44 @23 :Data;
      m45 @22 :Float64;
      m46 @19 :Int32;
    }
    m47 @34 :Float32;
    m48 @2 :UInt32;
  }
  m49 @0 :Bool;
}
struct S53 {
  m1 :union {
    m2 @0 :Bool;
    m3 @1 :UInt16;
  }
  m4 @2 :Float32;
  m5 :union {
    m6 @3 :Int8;
    m7 :union {
      m8 @4 :UInt32;
      m9 @5 :Float32;
      m10 @6 :Int8;
    }
    m11 @7 :Float32;
    m12 @8 :Int32;
  }
}
struct S54 {
  m1 :union {
    m2 @20 :UInt32;
    m3 :group {
      m4 @5 :Bool;
      union {
        m5 @4 :Int64;
        m6 @13 :Text;
      }
      m7 @11 :Int8;
      m8 @19 :List(Int8);
      m9 :group {
        m10 @21 :Bool;
        m11 @22 :Text;
        m12 @37 :UInt16;
        m13 @3 :Int64;
      }
    }
    m14 @15 :List(Int8);
  }
  m15 @26 :Int16;
  m16 @31 :Int16;
  m17 :union {
    m18 :union {
      m19 :group {
        m20 @39 :UInt64;
        m21 @9 :Int32;
        m22 @16 :Bool;
        m23 @36 :List(Int8);
        m24 @29 :Float64;
      }
      m25 :union {
        m26 @35 :E;
        m27 @28 :Int32;
      }
      m28 :group {
        m29 @30 :Float64;
        m30 @42 :Text;
        m31 @14 :Int16;
        m32 @2 :UInt8;
      }
    }
    m33 :union {
      m34 :group {
        m35 @25 :Int16;
        m36 @32 :Int16;
        m37 @41 :Int16;
        m38 @40 :UInt32;
        m39 @18 :Void;
      }
      m40 @23 :Void;
      m41 :group {
        m42 @6 :E;
        m43 @7 :UInt64;
      }
    }
  }
  m44 @0 :Int64;
  m45 @34 :UInt32;
  m46 :group {
    m47 @8 :Float64;
    m48 @38 :Text;
  }
  m49 @10 :Int64;
  m50 :group {
    union {
      m51 @24 :Bool;
      m52 @27 :Int64;
      m53 @33 :Int8;
      m54 @17 :List(Int8);
      m55 @12 :List(Int8);
    }
    m56 @1 :UInt64;
  }
}
struct S55 {
  m1 @0 :Text;
  m2 @1 :Bool;
  m3 @2 :UInt8;
  m4 @3 :UInt16;
}
struct S56 {
  m1 @0 :Data;
  m2 @1 :Bool;
  m3 @2 :Float32;
  m4 :group {
    m5 @3 :UInt16;
    m6 :group {
      m7 @4 :UInt16;
      m8 @5 :Bool;
      m9 :union {
        m10 @6 :Bool;
        m11 @7 :Float32;
        m12 @8 :UInt16;
      }
      m13 @9 :Bool;
      m14 @10 :Float64;
    }
  }
  m15 :union {
    m16 @11 :Data;
    m17 @12 :Bool;
    m18 @13 :Bool;
  }
  m19 :union {
    m20 @14 :Int64;
    m21 :group {
      m22 @15 :Void;
      m23 :group {
        m24 @16 :Bool;
      }
      m25 @17 :E;
      m26 :group {
        m27 @18 :UInt32;
      }
    }
    m28 @19 :Void;
  }
  m29 @20 :Int16;
  m30 :group {
    m31 @21 :Text;
    m32 :union {
      m33 @22 :Bool;
      m34 @23 :Bool;
      m35 @24 :UInt64;
    }
    m36 @25 :Bool;
    m37 @26 :Bool;
    m38 :group {
      m39 :union {
        m40 @27 :Int64;
        m41 @28 :Void;
        m42 @29 :Bool;
        m43 @30 :Int16;
      }
      m44 @31 :Text;
      m45 @32 :Int16;
    }
  }
}
struct S57 {
  m1 @1 :Bool;
  m2 @0 :Void;
}
struct S58 {
  m1 @3 :Int32;
  m2 @12 :UInt64;
  m3 :group {
    m4 :group {
      m5 :union {
        m6 @5 :Int64;
        m7 @9 :UInt16;
        m8 @13 :E;
        m9 @15 :UInt16;
        m10 @7 :UInt64;
      }
      m11 @22 :Int64;
      m12 :group {
        m13 @19 :Bool;
        m14 @10 :Bool;
      }
      m15 :group {
        m16 @14 :Int64;
        m17 @1 :E;
        m18 @17 :Text;
      }
    }
    m19 :union {
      m20 @20 :E;
      m21 :union {
        m22 @11 :List(Int8);
        m23 @16 :Bool;
        m24 @21 :Int16;
        m25 @4 :Void;
        m26 @18 :Float64;
      }
    }
    m27 @8 :UInt8;
    m28 @6 :UInt8;
  }
  m29 @2 :UInt32;
  m30 @0 :UInt16;
}
struct S59 {
  m1 :group {
    m2 @23 :Bool;
    m3 :union {
      m4 :group {
        m5 @30 :UInt8;
        m6 @3 :List(Int8);
        m7 @17 :Data;
        m8 @9 :Bool;
      }
      m9 @22 :UInt16;
      m10 @15 :Int8;
      m11 @16 :Int8;
    }
    union {
      m12 @20 :UInt64;
      m13 @12 :UInt8;
      m14 @19 :Void;
      m15 @0 :Bool;
    }
    m16 @27 :Bool;
  }
  m17 :union {
    m18 @6 :UInt32;
    m19 @11 :Int16;
    m20 @21 :Float32;
  }
  m21 :group {
    m22 :group {
      m23 :union {
        m24 @4 :Data;
        m25 @25 :Int16;
        m26 @8 :Int16;
        m27 @29 :Data;
        m28 @14 :Text;
      }
      m29 :union {
        m30 @18 :UInt8;
        m31 @2 :Void;
        m32 @26 :UInt8;
        m33 @13 :Void;
      }
      m34 :union {
        m35 @7 :Data;
        m36 @5 :Float32;
        m37 @1 :UInt16;
        m38 @24 :Int32;
      }
      m39 @28 :Int8;
    }
    m40 @10 :List(Int8);
  }
}
struct S60 {
  union {
    m1 @16 :List(Int8);
    m2 @9 :Text;
    m3 :union {
      m4 @12 :E;
      m5 :union {
        m6 @13 :Int32;
        m7 @3 :UInt8;
      }
      m8 @18 :Int32;
      m9 @5 :Float64;
    }
    m10 @10 :List(Int8);
  }
  m11 :union {
    m12 @19 :Bool;
    m13 @2 :Data;
  }
  m14 :union {
    m15 @8 :Void;
    m16 @0 :Int64;
    m17 @1 :UInt8;
    m18 @17 :Int64;
  }
  m19 @14 :UInt16;
  m20 @6 :Bool;
  m21 @7 :Int16;
  m22 @4 :Float32;
  m23 @11 :UInt16;
  m24 @15 :UInt64;
}
struct S61 {
  m1 @0 :List(Int8);
  m2 @13 :E;
  union {
    m3 :group {
      m4 :union {
        m5 @5 :Text;
        m6 @8 :UInt8;
        m7 @11 :UInt32;
        m8 @2 :Int32;
      }
    }
    m9 :group {
      m10 :union {
        m11 @10 :UInt32;
        m12 @3 :List(Int8);
        m13 @4 :Bool;
        m14 @14 :Int64;
      }
    }
  }
  m15 :group {
    union {
      m16 :union {
        m17 @7 :Int16;
        m18 @12 :List(Int8);
        m19 @6 :UInt64;
      }
      m20 @9 :Data;
      m21 @1 :Bool;
    }
  }
}
struct S62 {
  m1 @6 :Int64;
  m2 @20 :Bool;
  m3 @4 :Bool;
  m4 @17 :Int32;
  m5 :group {
    m6 :group {
      m7 @3 :Bool;
      m8 :union {
        m9 @1 :Int64;
        m10 @18 :Bool;
      }
      m11 :group {
        m12 @14 :Bool;
      }
      m13 :group {
        m14 @12 :Bool;
        m15 @19 :E;
      }
    }
    m16 @5 :Float64;
    m17 :union {
      m18 @9 :Float64;
      m19 @2 :UInt64;
      m20 :group {
        m21 @11 :E;
        m22 @13 :Int32;
      }
    }
    m23 @15 :Float32;
    m24 @8 :UInt8;
  }
  m25 @0 :UInt32;
  m26 @7 :Float32;
  m27 @10 :Int8;
  m28 @16 :Data;
}
struct S63 {
  m1 :group {
    m2 @0 :Bool;
    m3 @1 :Int64;
    m4 :union {
      m5 @2 :Int32;
      m6 @3 :UInt32;
      m7 @4 :UInt64;
      m8 @5 :UInt32;
    }
  }
  m9 :group {
    m10 :group {
      m11 @6 :UInt16;
      m12 @7 :Bool;
      m13 @8 :UInt8;
      m14 @9 :UInt32;
    }
    m15 :union {
      m16 @10 :UInt32;
      m17 :group {
        m18 @11 :Bool;
        m19 @12 :UInt8;
        m20 @13 :Int8;
        m21 @14 :E;
        m22 @15 :Bool;
      }
      m23 @16 :E;
      m24 @17 :Int64;
    }
  }
  m25 @18 :Text;
  m26 @19 :Int16;
  m27 @20 :UInt64;
  m28 :union {
    m29 :group {
      m30 @21 :Void;
    }
    m31 :union {
      m32 @22 :Data;
      m33 @23 :Int16;
    }
  }
}
struct S64 {
  m1 :union {
    m2 @1 :UInt32;
    m3 @7 :Data;
    m4 :union {
      m5 @35 :UInt32;
      m6 @8 :UInt64;
      m7 @9 :Bool;
      m8 @16 :List(Int8);
    }
    m9 :group {
      m10 @22 :UInt16;
      m11 :union {
        m12 @19 :Bool;
        m13 @18 :Bool;
        m14 @33 :Float64;
        m15 @15 :Int8;
      }
      m16 @20 :Bool;
      m17 :union {
        m18 @34 :UInt64;
        m19 @11 :Bool;
        m20 @12 :Float64;
        m21 @23 :Bool;
      }
    }
    m22 @24 :Int16;
  }
  union {
    m23 @26 :UInt8;
    m24 @6 :List(Int8);
    m25 :group {
      m26 @5 :Float32;
      m27 @14 :E;
    }
    m28 @10 :UInt8;
  }
  m29 :union {
    m30 @4 :UInt64;
    m31 :group {
      m32 :union {
        m33 @13 :Int16;
        m34 @21 :Int8;
      }
    }
  }
  m35 @17 :Int8;
  m36 :union {
    m37 @25 :Float64;
    m38 :group {
      m39 @29 :UInt16;
      m40 @30 :List(Int8);
      m41 @2 :Bool;
    }
    m42 :group {
      m43 @36 :UInt8;
    }
    m44 @28 :UInt16;
    m45 @0 :UInt16;
  }
  m46 @31 :UInt8;
  m47 :union {
    m48 @3 :Int16;
    m49 @32 :Bool;
    m50 @27 :Int16;
  }
}
struct S65 {
  m1 :group {
    m2 @10 :Bool;
    m3 @0 :UInt8;
  }
  m4 @9 :Text;
  m5 @1 :Data;
  m6 @2 :Int32;
  m7 @4 :Int16;
  m8 @3 :List(Int8);
  m9 :group {
    m10 :union {
      m11 @6 :Bool;
      m12 @8 :UInt64;
      m13 @5 :Int64;
      m14 @7 :Float32;
    }
    m15 @11 :Text;
  }
  m16 @12 :E;
}
struct S66 {
  m1 @4 :Float32;
  m2 @1 :UInt16;
  union {
    m3 @0 :Float32;
    m4 @3 :UInt32;
    m5 :group {
      m6 @2 :Data;
    }
  }
}
struct S67 {
  m1 @24 :Bool;
  m2 :group {
    m3 :union {
      m4 @1 :Bool;
      m5 @2 :Int64;
      m6 @3 :UInt8;
      m7 @4 :Bool;
      m8 @10 :List(Int8);
    }
  }
  m9 :union {
    m10 :union {
      m11 @5 :UInt16;
      m12 :union {
        m13 @7 :UInt32;
        m14 @8 :Bool;
      }
      m15 @9 :E;
    }
    m16 @6 :Text;
    m17 :union {
      m18 @11 :Int64;
      m19 @12 :Float32;
      m20 :union {
        m21 @13 :List(Int8);
        m22 @14 :Int32;
        m23 @15 :Bool;
        m24 @16 :Float32;
        m25 @17 :Int8;
      }
      m26 @18 :Data;
      m27 @19 :Int32;
    }
  }
  m28 @20 :Bool;
  m29 @21 :Int64;
  m30 :union {
    m31 @22 :Bool;
    m32 @23 :Int8;
  }
  m33 @0 :UInt32;
  m34 @25 :Float32;
}
struct S68 {
  m1 :group {
    m2 @0 :UInt64;
    m3 @1 :UInt64;
    m4 @2 :Int16;
  }
  m5 @3 :UInt8;
  union {
    m6 :union {
      m7 @4 :Bool;
      m8 @5 :Int16;
      m9 @6 :Int16;
    }
    m10 @7 :Bool;
    m11 @8 :UInt16;
  }
  m12 @9 :UInt32;
  m13 @10 :Int16;
  m14 @11 :Void;
  m15 :union {
    m16 :group {
      m17 :union {
        m18 @12 :UInt64;
        m19 @13 :E;
      }
      m20 @14 :Void;
      m21 @15 :UInt8;
    }
    m22 @16 :UInt16;
    m23 :group {
      m24 :union {
        m25 @17 :Float32;
        m26 @18 :Void;
        m27 @19 :Float64;
        m28 @20 :Int32;
      }
    }
    m29 @21 :Float64;
    m30 @22 :Void;
  }
  m31 @23 :Bool;
}
struct S69 {
  m1 @0 :Int64;
  m2 @1 :Int8;
  union {
    m3 @2 :Void;
    m4 @3 :Bool;
  }
  m5 :group {
    m6 @4 :UInt32;
    m7 @5 :Bool;
    m8 @6 :Text;
  }
  m9 @7 :Int32;
  m10 @8 :Void;
}
struct S70 {
  m1 @0 :List(Int8);
  m2 @1 :Data;
  m3 :union {
    m4 @2 :Float64;
    m5 :union {
      m6 @13 :Text;
      m7 @4 :UInt16;
    }
    m8 @5 :List(Int8);
    m9 @6 :Bool;
    m10 @14 :Float64;
  }
  m11 @8 :Void;
  m12 :union {
    m13 @9 :Int16;
    m14 @10 :Int8;
    m15 @11 :Float64;
    m16 @7 :Int16;
    m17 :group {
      m18 @3 :UInt32;
      m19 :group {
        m20 @12 :List(Int8);
        m21 @15 :Int64;
        m22 @16 :Bool;
        m23 @17 :UInt32;
      }
      m24 :group {
        m25 @18 :E;
        m26 @19 :UInt8;
        m27 @20 :Bool;
      }
      m28 @21 :UInt32;
    }
  }
  m29 :group {
    m30 @22 :Float32;
    m31 @23 :Float64;
    m32 @24 :Bool;
  }
  m33 @25 :UInt32;
}
struct S71 {
  union {
    m1 @12 :E;
    m2 :union {
      m3 @4 :Text;
      m4 :union {
        m5 @8 :Float32;
        m6 @11 :Int32;
        m7 @6 :List(Int8);
      }
    }
    m8 :union {
      m9 @9 :UInt16;
      m10 :group {
        m11 @5 :Bool;
      }
      m12 @3 :UInt32;
    }
    m13 @2 :Text;
    m14 @10 :Bool;
  }
  m15 :group {
    m16 @0 :List(Int8);
  }
  m17 @1 :Void;
  m18 @7 :UInt64;
}
struct S72 {
  m1 @8 :UInt32;
  m2 @7 :UInt8;
  m3 @2 :UInt8;
  m4 :union {
    m5 @13 :List(Int8);
    m6 :union {
      m7 @15 :List(Int8);
      m8 :union {
        m9 @6 :Int64;
        m10 @11 :UInt32;
        m11 @10 :Int32;
      }
      m12 :union {
        m13 @1 :UInt16;
        m14 @12 :Void;
      }
      m15 @9 :Float32;
    }
    m16 @5 :Bool;
  }
  m17 @0 :UInt16;
  m18 @3 :UInt16;
  m19 :group {
    m20 @4 :Float64;
  }
  m21 @14 :List(Int8);
}
struct S73 {
  m1 :union {
    m2 :union {
      m3 :union {
        m4 @0 :Int64;
        m5 @1 :Int16;
      }
      m6 @2 :Int64;
      m7 :group {
        m8 @3 :Bool;
        m9 @4 :Int32;
        m10 @5 :Int32;
        m11 @25 :Float64;
        m12 @7 :Text;
      }
      m13 @8 :Text;
      m14 @9 :Int64;
    }
    m15 @10 :UInt8;
    m16 @11 :UInt16;
    m17 @12 :Int8;
    m18 :union {
      m19 @13 :Int64;
      m20 :union {
        m21 @14 :Text;
        m22 @15 :Bool;
        m23 @16 :UInt8;
        m24 @17 :Bool;
      }
      m25 :union {
        m26 @18 :Void;
        m27 @19 :Data;
      }
    }
  }
  m28 @20 :List(Int8);
  m29 @21 :Float64;
  m30 :union {
    m31 @22 :Float64;
    m32 :union {
      m33 @23 :Float64;
      m34 @33 :List(Int8);
      m35 :group {
        m36 @31 :Float64;
      }
      m37 :union {
        m38 @26 :Void;
        m39 @27 :Bool;
        m40 @28 :Data;
        m41 @29 :UInt64;
      }
    }
    m42 @30 :Float32;
  }
  m43 @6 :Void;
  m44 @32 :Int32;
  m45 @24 :Bool;
}
struct S74 {
  m1 @0 :Float64;
  m2 @1 :Void;
}
struct S75 {
  m1 :group {
    m2 @0 :Int32;
    m3 @1 :Void;
    m4 @2 :UInt16;
    union {
      m5 @3 :UInt32;
      m6 @4 :Bool;
      m7 @5 :E;
      m8 :union {
        m9 @6 :Void;
        m10 @7 :E;
        m11 @8 :Int8;
        m12 @9 :Data;
        m13 @10 :E;
      }
      m14 :group {
        m15 @11 :Void;
        m16 @12 :Bool;
        m17 @13 :UInt16;
      }
    }
  }
  m18 :group {
    m19 @14 :UInt16;
    m20 @15 :UInt16;
  }
  m21 @16 :List(Int8);
  m22 @17 :Int64;
  m23 @18 :Int8;
}
struct S76 {
  m1 :union {
    m2 @2 :Int8;
    m3 @6 :UInt8;
    m4 @4 :UInt32;
    m5 @5 :Void;
    m6 @3 :Data;
  }
  m7 :group {
    m8 :union {
      m9 @1 :E;
      m10 @0 :Bool;
    }
  }
}
struct S77 {
  m1 @1 :Text;
  m2 @0 :Int8;
}
struct S78 {
  m1 @0 :Int32;
}
struct S79 {
  m1 @0 :List(Int8);
  m2 @1 :Int64;
  m3 @2 :Int8;
}
struct S80 {
  m1 @19 :Float32;
  m2 @9 :Text;
  m3 :union {
    m4 @23 :UInt8;
    m5 :group {
      m6 @18 :UInt16;
      m7 @11 :Void;
      m8 @7 :Bool;
    }
    m9 :union {
      m10 @3 :UInt32;
      m11 @4 :UInt32;
      m12 @2 :Text;
      m13 @25 :E;
    }
    m14 :union {
      m15 :group {
        m16 @21 :UInt8;
        m17 @14 :Void;
        m18 @8 :Float32;
        m19 @1 :UInt16;
      }
      m20 @26 :Bool;
    }
  }
  m21 @17 :Float64;
  m22 @10 :Bool;
  m23 :group {
    m24 :union {
      m25 @12 :Text;
      m26 @15 :Int8;
      m27 @0 :Bool;
      m28 :union {
        m29 @6 :Bool;
        m30 @13 :Int64;
        m31 @27 :Int16;
        m32 @5 :Data;
      }
      m33 :union {
        m34 @20 :Text;
        m35 @24 :Text;
      }
    }
    m36 @22 :Int32;
    m37 @16 :Float32;
  }
}
struct S81 {
  m1 @10 :Int16;
  m2 @9 :Bool;
  m3 @12 :Int16;
  union {
    m4 @0 :UInt32;
    m5 @14 :Int8;
  }
  m6 @15 :Text;
  m7 @21 :Int16;
  m8 :union {
    m9 @7 :Int16;
    m10 @13 :Float32;
    m11 @19 :Bool;
    m12 :union {
      m13 @18 :UInt8;
      m14 @2 :UInt32;
      m15 :group {
        m16 @20 :Bool;
        m17 @1 :List(Int8);
        m18 @5 :Text;
        m19 @17 :UInt32;
        m20 @3 :E;
      }
    }
    m21 @11 :Void;
  }
  m22 :union {
    m23 @6 :Int16;
    m24 @4 :Int32;
    m25 @8 :Void;
  }
  m26 @16 :UInt32;
}
struct S82 {
  m1 @13 :Data;
  m2 @18 :Int8;
  m3 :union {
    m4 @16 :Bool;
    m5 :union {
      m6 @9 :Bool;
      m7 :union {
        m8 @5 :Data;
        m9 @15 :Data;
        m10 @20 :Bool;
      }
      m11 :union {
        m12 @7 :Data;
        m13 @14 :Int64;
        m14 @21 :Int32;
      }
    }
    m15 @0 :Data;
    m16 :group {
      m17 @8 :Bool;
      m18 @12 :Int8;
      m19 @1 :Int8;
      m20 :union {
        m21 @19 :Data;
        m22 @2 :Float32;
        m23 @11 :UInt64;
        m24 @10 :Data;
      }
      m25 @17 :Int16;
    }
  }
  m26 :union {
    m27 @6 :Text;
    m28 @3 :UInt16;
  }
  m29 @4 :Bool;
}
struct S83 {
  m1 @7 :Bool;
  m2 :union {
    m3 @5 :Float64;
    m4 :union {
      m5 @4 :Bool;
      m6 @2 :Bool;
    }
    m7 @0 :Void;
    m8 @6 :Data;
  }
  m9 @1 :Int32;
  m10 :union {
    m11 @8 :Int32;
    m12 @3 :Int32;
  }
}
struct S84 {
  m1 :union {
    m2 @14 :Int8;
    m3 @11 :UInt64;
    m4 :union {
      m5 @27 :Int64;
      m6 @22 :Float32;
    }
    m7 @9 :UInt8;
  }
  m8 @16 :UInt64;
  m9 :group {
    m10 :group {
      m11 @15 :UInt32;
    }
    m12 @12 :Int64;
    m13 @3 :UInt16;
    m14 @19 :UInt16;
    m15 @7 :Data;
  }
  m16 @25 :Bool;
  m17 :union {
    m18 :group {
      m19 @30 :Text;
      m20 @28 :Bool;
      m21 @1 :Int16;
      m22 :group {
        m23 @6 :Data;
        m24 @18 :Int8;
        m25 @40 :Void;
        m26 @2 :UInt16;
      }
      m27 @32 :Bool;
    }
    m28 @31 :Text;
    m29 @26 :Int64;
    m30 :group {
      m31 @0 :UInt8;
      m32 @34 :List(Int8);
      union {
        m33 @36 :Void;
        m34 @37 :Float64;
      }
      m35 @39 :UInt8;
      m36 @10 :Int64;
    }
  }
  m37 @20 :Text;
  m38 :group {
    m39 :union {
      m40 @5 :Int8;
      m41 @4 :List(Int8);
      m42 :union {
        m43 @38 :Int8;
        m44 @29 :Text;
        m45 @23 :UInt8;
        m46 @35 :Text;
      }
      m47 :group {
        m48 @8 :UInt8;
        m49 @17 :UInt32;
      }
    }
    m50 @24 :Data;
    m51 @13 :Int8;
    m52 @21 :Bool;
    m53 @33 :Int32;
  }
}
struct S85 {
  m1 :group {
    m2 :union {
      m3 @0 :Float64;
      m4 :union {
        m5 @13 :Int64;
        m6 @8 :UInt32;
        m7 @3 :Bool;
        m8 @4 :UInt64;
        m9 @5 :E;
      }
    }
    m10 :union {
      m11 @6 :Int64;
      m12 :union {
        m13 @7 :UInt16;
        m14 @9 :Bool;
        m15 @2 :Float32;
        m16 @10 :UInt8;
      }
    }
    m17 @11 :Int64;
    m18 @12 :UInt16;
    m19 @1 :List(Int8);
  }
}
struct S86 {
  m1 :union {
    m2 :group {
      m3 @0 :Text;
      m4 :union {
        m5 @10 :Void;
        m6 @2 :Int8;
        m7 @3 :Bool;
        m8 @4 :Int8;
      }
      m9 :union {
        m10 @5 :UInt8;
        m11 @6 :Float64;
      }
      m12 @7 :E;
    }
    m13 @8 :Int64;
    m14 :union {
      m15 :union {
        m16 @1 :UInt32;
        m17 @9 :E;
        m18 @11 :UInt16;
        m19 @12 :Bool;
        m20 @13 :Text;
      }
      m21 @14 :Bool;
      m22 @15 :E;
      m23 @22 :Bool;
      m24 @17 :Bool;
    }
    m25 :union {
      m26 @18 :Float64;
      m27 :group {
        m28 @19 :Float64;
      }
      m29 @20 :Int32;
      m30 :union {
        m31 @21 :Int32;
        m32 @16 :UInt64;
        m33 @23 :Int8;
      }
    }
    m34 @24 :Text;
  }
}
struct S87 {
  m1 @5 :Bool;
  union {
    m2 @0 :UInt64;
    m3 @3 :E;
    m4 @1 :Text;
    m5 :union {
      m6 @2 :UInt32;
      m7 @4 :Int16;
    }
    m8 @6 :Float64;
  }
}
struct S88 {
  m1 @0 :Bool;
  m2 @1 :Text;
  m3 @2 :Void;
}
struct S89 {
  m1 :union {
    m2 @2 :Int8;
    m3 @4 :Int8;
    m4 :union {
      m5 @6 :Int32;
      m6 :group {
        m7 @1 :UInt32;
        m8 @3 :Data;
      }
      m9 @0 :Bool;
      m10 @7 :Int8;
      m11 @5 :Text;
    }
  }
}
struct S90 {
  m1 @0 :Float32;
  union {
    m2 @1 :Bool;
    m3 @2 :Data;
  }
  m4 :group {
    m5 @3 :UInt16;
    m6 :union {
      m7 @4 :Text;
      m8 @5 :E;
      m9 @6 :UInt32;
      m10 @7 :E;
      m11 @8 :Int16;
    }
    m12 @9 :Bool;
    m13 @10 :List(Int8);
    union {
      m14 @11 :Int16;
      m15 @12 :UInt16;
      m16 :union {
        m17 @13 :Int32;
        m18 @14 :Void;
        m19 @15 :UInt32;
        m20 @16 :E;
      }
    }
  }
  m21 @17 :UInt32;
  m22 @18 :UInt8;
  m23 @19 :Text;
  m24 @20 :Float32;
  m25 :group {
    m26 @21 :Int64;
    m27 :union {
      m28 @22 :Data;
      m29 @23 :UInt16;
    }
    m30 :union {
      m31 @24 :UInt64;
      m32 @25 :Float32;
    }
    m33 @26 :Bool;
  }
}
struct S91 {
  union {
    m1 @0 :Int8;
    m2 :union {
      m3 @1 :Bool;
      m4 @8 :Int64;
    }
    m5 @11 :List(Int8);
    m6 :group {
      m7 :union {
        m8 @4 :Int64;
        m9 @5 :Void;
        m10 @6 :E;
        m11 @7 :E;
        m12 @2 :Bool;
      }
      m13 @9 :Float32;
      m14 @3 :Int32;
    }
  }
  m15 @10 :Void;
  m16 @12 :Void;
  m17 @13 :Int32;
  m18 :group {
    m19 @14 :UInt16;
  }
  m20 @15 :List(Int8);
}
struct S92 {
  m1 @0 :Text;
  m2 @1 :UInt16;
  m3 @2 :E;
}
struct S93 {
  union {
    m1 @4 :Int32;
    m2 @9 :E;
    m3 @1 :Int16;
    m4 :group {
      m5 @18 :Bool;
    }
    m6 :group {
      union {
        m7 @23 :UInt32;
        m8 @26 :Void;
        m9 @0 :E;
        m10 @13 :Int32;
        m11 @25 :UInt8;
      }
      m12 @16 :Void;
      m13 @29 :UInt64;
      m14 :union {
        m15 @2 :UInt16;
        m16 @24 :Bool;
      }
    }
  }
  m17 @8 :Int16;
  m18 @6 :UInt16;
  m19 :group {
    m20 :group {
      m21 @15 :Int64;
      m22 @12 :Data;
      m23 @14 :Float32;
      m24 @21 :UInt8;
      union {
        m25 @22 :Bool;
        m26 @20 :Bool;
        m27 @27 :Data;
        m28 @7 :UInt16;
        m29 @11 :UInt64;
      }
    }
    m30 @10 :Bool;
  }
  m31 @5 :Float64;
  m32 @17 :Data;
  m33 @19 :Int8;
  m34 @28 :Float64;
  m35 @3 :Text;
}
struct S94 {
  m1 @0 :Text;
  m2 :group {
    m3 @1 :List(Int8);
  }
  m4 @2 :Void;
  m5 @3 :Int8;
  m6 :union {
    m7 @4 :Int16;
    m8 @5 :Int16;
    m9 @6 :Int32;
    m10 :union {
      m11 @7 :Int64;
      m12 @8 :List(Int8);
    }
  }
  m13 :group {
    m14 :group {
      m15 :group {
        m16 @9 :Float64;
        m17 @10 :UInt64;
        m18 @11 :Void;
        m19 @12 :Text;
      }
    }
    m20 :group {
      m21 :union {
        m22 @13 :Int32;
        m23 @14 :E;
        m24 @15 :UInt32;
        m25 @16 :UInt64;
        m26 @17 :Bool;
      }
    }
    m27 @18 :Void;
  }
  m28 @19 :Bool;
  m29 @20 :Data;
}
struct S95 {
  m1 @0 :Bool;
  m2 :union {
    m3 :group {
      m4 @1 :List(Int8);
      m5 @2 :Float32;
      m6 @3 :Bool;
      m7 @4 :Void;
      m8 @5 :List(Int8);
    }
    m9 @6 :UInt8;
    m10 @7 :Void;
    m11 :group {
      m12 :union {
        m13 @8 :Float32;
        m14 @9 :Bool;
        m15 @10 :Int8;
        m16 @11 :Data;
      }
      m17 :union {
        m18 @12 :Int16;
        m19 @13 :Float64;
        m20 @14 :Text;
        m21 @15 :UInt16;
      }
    }
    m22 :union {
      m23 @16 :UInt16;
      m24 @17 :Float32;
      m25 :group {
        m26 @18 :E;
      }
      m27 :group {
        m28 @19 :Bool;
      }
    }
  }
}
struct S96 {
  m1 :union {
    m2 @0 :List(Int8);
    m3 :union {
      m4 @1 :Int32;
      m5 @2 :Int64;
      m6 @3 :UInt8;
      m7 @4 :List(Int8);
      m8 @5 :UInt32;
    }
    m9 :union {
      m10 @6 :E;
      m11 @7 :Void;
      m12 @8 :E;
    }
  }
}
struct S97 {
  m1 :group {
    m2 @2 :Int8;
    m3 @0 :UInt8;
  }
  m4 @3 :Void;
  m5 @1 :UInt64;
}
struct S98 {
  m1 @0 :Text;
  m2 @1 :Bool;
  m3 @2 :Bool;
  m4 :group {
    union {
      m5 :union {
        m6 @3 :UInt64;
        m7 @4 :Data;
      }
      m8 @5 :UInt16;
      m9 @6 :Bool;
    }
  }
  m10 :union {
    m11 :group {
      m12 @7 :Void;
      m13 @8 :Bool;
    }
    m14 @9 :Int32;
    m15 @10 :Int16;
  }
  m16 @11 :Bool;
  m17 :group {
    m18 @12 :E;
    m19 @13 :Void;
    m20 :union {
      m21 @14 :List(Int8);
      m22 @15 :Bool;
      m23 :group {
        m24 @16 :Bool;
        m25 @17 :UInt32;
      }
    }
  }
  m26 :union {
    m27 @18 :UInt64;
    m28 @19 :Bool;
    m29 @20 :UInt16;
    m30 :group {
      m31 @21 :UInt64;
      m32 @22 :Text;
      m33 @23 :Float64;
      m34 :union {
        m35 @24 :Void;
        m36 @25 :Void;
        m37 @26 :Int32;
        m38 @27 :Data;
      }
    }
    m39 @28 :Text;
  }
}
struct S99 {
  m1 :union {
    m2 :group {
      m3 @3 :UInt16;
    }
    m4 @10 :Data;
    m5 :union {
      m6 :union {
        m7 @2 :UInt64;
        m8 @11 :Bool;
        m9 @4 :Void;
        m10 @9 :UInt32;
      }
      m11 @1 :Text;
      m12 :union {
        m13 @8 :UInt64;
        m14 @5 :Bool;
        m15 @12 :Bool;
        m16 @6 :List(Int8);
      }
      m17 :union {
        m18 @13 :Data;
        m19 @14 :E;
      }
    }
    m20 @7 :Float64;
  }
  m21 @0 :List(Int8);
}
