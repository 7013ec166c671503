%% UTF-8 (Unicode 15, table 3-7).

-module(polywire_utf8).

-export([is_valid/1]).

%% Whether bytes are well-formed: seven ASCII characters a step, others one by one.
-spec is_valid(binary()) -> boolean().
is_valid(<<Seven:56, Rest/binary>>) when Seven band 16#80808080808080 =:= 0 -> is_valid(Rest);
is_valid(<<Character, Rest/binary>>) when Character < 128 -> is_valid(Rest);
is_valid(<<_/utf8, Rest/binary>>) -> is_valid(Rest);
is_valid(<<>>) -> true;
is_valid(_) -> false.
