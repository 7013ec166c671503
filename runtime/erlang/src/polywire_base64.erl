%% Base64 in both alphabets (RFC 4648, sections 4 and 5).

-module(polywire_base64).

-export([decode/2]).

%% Returns the bytes of a text, with or without padding.
-spec decode(binary(), polywire_trace:site()) -> binary().
decode(Text, Site) -> groups(Text, <<>>, Site).

groups(<<A, B, C, D, Rest/binary>>, Bytes, Site) when C =/= $=, D =/= $= ->
    groups(Rest, <<Bytes/binary, (digit(A, Site)):6, (digit(B, Site)):6, (digit(C, Site)):6, (digit(D, Site)):6>>, Site);
groups(<<>>, Bytes, _) -> Bytes;
groups(<<A, B>>, Bytes, Site) -> last(Bytes, <<(digit(A, Site)):6, (digit(B, Site)):6>>, Site);
groups(<<A, B, "==">>, Bytes, Site) -> last(Bytes, <<(digit(A, Site)):6, (digit(B, Site)):6>>, Site);
groups(<<A, B, C>>, Bytes, Site) ->
    last(Bytes, <<(digit(A, Site)):6, (digit(B, Site)):6, (digit(C, Site)):6>>, Site);
groups(<<A, B, C, $=>>, Bytes, Site) ->
    last(Bytes, <<(digit(A, Site)):6, (digit(B, Site)):6, (digit(C, Site)):6>>, Site);
groups(_, _, Site) -> throw({polywire_error, syntax, Site}).

last(Bytes, <<A, _:4>>, _) -> <<Bytes/binary, A>>;
last(Bytes, <<A, B, _:2>>, _) -> <<Bytes/binary, A, B>>;
last(_, _, Site) -> throw({polywire_error, syntax, Site}).

digit(C, _) when C >= $A, C =< $Z -> C - $A;
digit(C, _) when C >= $a, C =< $z -> C - $a + 26;
digit(C, _) when C >= $0, C =< $9 -> C - $0 + 52;
digit(C, _) when C =:= $+; C =:= $- -> 62;
digit(C, _) when C =:= $/; C =:= $_ -> 63;
digit(_, Site) -> throw({polywire_error, syntax, Site}).
