%% Base-128 varints, least significant group first.

-module(polywire_varint).

-export([decode/2, decode_short/2, encode/1, width/1, word/3]).

%% Reads a varint of at most 64 bits; returns it and the rest.
-spec decode(binary(), polywire_trace:site()) -> {non_neg_integer(), binary()}.
decode(<<0:1, A:7, Rest/binary>>, _) ->
    {A, Rest};
decode(<<1:1, A:7, 0:1, B:7, Rest/binary>>, _) ->
    {A bor (B bsl 7), Rest};
decode(<<1:1, A:7, 1:1, B:7, 0:1, C:7, Rest/binary>>, _) ->
    {A bor (B bsl 7) bor (C bsl 14), Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 0:1, D:7, Rest/binary>>, _) ->
    {A bor (B bsl 7) bor (C bsl 14) bor (D bsl 21), Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 0:1, E:7, Rest/binary>>, _) ->
    {A bor (B bsl 7) bor (C bsl 14) bor (D bsl 21) bor (E bsl 28), Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 0:1, F:7, Rest/binary>>, _) ->
    {A bor (B bsl 7) bor (C bsl 14) bor (D bsl 21) bor (E bsl 28) bor (F bsl 35), Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 0:1, G:7, Rest/binary>>, _) ->
    {A bor (B bsl 7) bor (C bsl 14) bor (D bsl 21) bor (E bsl 28) bor (F bsl 35) bor (G bsl 42), Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 1:1, G:7, 0:1, H:7, Rest/binary>>, _) ->
    {A bor (B bsl 7) bor (C bsl 14) bor (D bsl 21) bor (E bsl 28) bor (F bsl 35) bor (G bsl 42) bor (H bsl 49), Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 1:1, G:7, 1:1, H:7, 0:1, I:7, Rest/binary>>, _) ->
    <<Number:64>> = <<0:1, I:7, H:7, G:7, F:7, E:7, D:7, C:7, B:7, A:7>>,
    {Number, Rest};
decode(<<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 1:1, G:7, 1:1, H:7, 1:1, I:7, 0:7, J:1,
    Rest/binary>>, _) ->
    <<Number:64>> = <<J:1, I:7, H:7, G:7, F:7, E:7, D:7, C:7, B:7, A:7>>,
    {Number, Rest};
decode(<<_:10/binary, _/binary>>, Site) ->
    throw({polywire_error, overlong, Site});
decode(_, Site) ->
    throw({polywire_error, truncated, Site}).

%% Reads a varint of at most 5 bytes, which is enough for 32 bits.
-spec decode_short(binary(), polywire_trace:site()) -> {non_neg_integer(), binary()}.
decode_short(<<1:1, _:7, 1:1, _:7, 1:1, _:7, 1:1, _:7, 1:1, _:7, _/binary>>, Site) ->
    throw({polywire_error, overlong, Site});
decode_short(Bytes, Site) ->
    decode(Bytes, Site).

%% Returns the shortest encoding of a 64-bit number.
-spec encode(non_neg_integer()) -> binary().
encode(N) when N < 16#80 -> <<N>>;
encode(N) when N < 16#4000 -> <<1:1, N:7, (N bsr 7)>>;
encode(N) when N < 16#200000 -> <<1:1, N:7, 1:1, (N bsr 7):7, (N bsr 14)>>;
encode(N) when N < 16#10000000 -> <<1:1, N:7, 1:1, (N bsr 7):7, 1:1, (N bsr 14):7, (N bsr 21)>>;
encode(N) ->
    case <<N:64>> of
        <<0:29, E:7, D:7, C:7, B:7, A:7>> ->
            <<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, E>>;
        <<0:22, F:7, E:7, D:7, C:7, B:7, A:7>> ->
            <<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, F>>;
        <<0:15, G:7, F:7, E:7, D:7, C:7, B:7, A:7>> ->
            <<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, G>>;
        <<0:8, H:7, G:7, F:7, E:7, D:7, C:7, B:7, A:7>> ->
            <<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 1:1, G:7, H>>;
        <<0:1, I:7, H:7, G:7, F:7, E:7, D:7, C:7, B:7, A:7>> ->
            <<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 1:1, G:7, 1:1, H:7, I>>;
        <<J:1, I:7, H:7, G:7, F:7, E:7, D:7, C:7, B:7, A:7>> ->
            <<1:1, A:7, 1:1, B:7, 1:1, C:7, 1:1, D:7, 1:1, E:7, 1:1, F:7, 1:1, G:7, 1:1, H:7, 1:1, I:7, J>>
    end.

%% Returns the size of a number's varint.
-spec width(non_neg_integer()) -> 1..10.
width(N) when N < 16#80 -> 1;
width(N) when N < 16#4000 -> 2;
width(N) when N < 16#200000 -> 3;
width(N) when N < 16#10000000 -> 4;
width(N) when N < 16#800000000 -> 5;
width(N) -> 5 + width(N bsr 35).

%% Appends a varint to bytes that are given as a big-endian integer and their number; returns the same form.
-spec word(non_neg_integer(), non_neg_integer(), non_neg_integer()) -> {non_neg_integer(), pos_integer()}.
word(Prefix, Length, N) when N < 16#4000 ->
    {Prefix bsl 16 bor ((N band 16#7F bor 16#80) bsl 8) bor (N bsr 7), Length + 2};
word(Prefix, Length, N) ->
    Varint = encode(N),
    Width = byte_size(Varint),
    <<Number:Width/unit:8>> = Varint,
    {Prefix bsl (8 * Width) bor Number, Length + Width}.
