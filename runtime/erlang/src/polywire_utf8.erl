%% UTF-8 (Unicode 15, table 3-7).

-module(polywire_utf8).

-export([is_ascii/1, is_valid/1]).

%% Returns true if bytes are well-formed.
-spec is_valid(binary()) -> boolean().
is_valid(Bytes) -> is_ascii(Bytes) orelse is_encoded(Bytes).

%% Returns true if all bytes are ASCII. unicode:bin_is_7bit/1 is undocumented, so it is used only in releases known to
%% have it; elsewhere seven bytes are checked at a time.
-spec is_ascii(binary()) -> boolean().
-if(?OTP_RELEASE =< 28).
is_ascii(Bytes) -> unicode:bin_is_7bit(Bytes).
-else.
is_ascii(<<Seven:56, Rest/binary>>) when Seven band 16#80808080808080 =:= 0 -> is_ascii(Rest);
is_ascii(<<Character, Rest/binary>>) when Character < 128 -> is_ascii(Rest);
is_ascii(Rest) -> Rest =:= <<>>.
-endif.

%% Seven ASCII characters at a time, others one by one.
is_encoded(<<Seven:56, Rest/binary>>) when Seven band 16#80808080808080 =:= 0 -> is_encoded(Rest);
is_encoded(<<Character, Rest/binary>>) when Character < 128 -> is_encoded(Rest);
is_encoded(<<_/utf8, Rest/binary>>) -> is_encoded(Rest);
is_encoded(<<>>) -> true;
is_encoded(_) -> false.
