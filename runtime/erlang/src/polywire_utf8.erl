%% UTF-8 (Unicode 15, table 3-7).

-module(polywire_utf8).

-export([is_valid/1]).

%% unicode:bin_is_7bit/1 stands in no manual, so that it is used only where it is known to exist.
-if(?OTP_RELEASE =< 28).
%% Whether bytes are well-formed.
-spec is_valid(binary()) -> boolean().
is_valid(Bytes) -> unicode:bin_is_7bit(Bytes) orelse is_encoded(Bytes).
-else.
%% Whether bytes are well-formed.
-spec is_valid(binary()) -> boolean().
is_valid(Bytes) -> is_encoded(Bytes).
-endif.

%% Seven ASCII characters a step, others one by one.
is_encoded(<<Seven:56, Rest/binary>>) when Seven band 16#80808080808080 =:= 0 -> is_encoded(Rest);
is_encoded(<<Character, Rest/binary>>) when Character < 128 -> is_encoded(Rest);
is_encoded(<<_/utf8, Rest/binary>>) -> is_encoded(Rest);
is_encoded(<<>>) -> true;
is_encoded(_) -> false.
