-module(polywire_value_tests).

-include_lib("eunit/include/eunit.hrl").

%% Texts of all lengths near the limit of conversion without a built-in function, with a non-ASCII character at each
%% position.
text_test() ->
    [?assertEqual(unicode:characters_to_binary(Text), polywire_value:text(Text)) || Text <- texts([233, 16#20AC, 16#1F600])].

bytes_test() ->
    [?assertEqual(list_to_binary(Bytes), polywire_value:bytes(Bytes)) || Bytes <- texts([128, 255])].

nested_test() ->
    ?assertEqual(<<"abcdef">>, polywire_value:text(["ab", [<<"cd">>] | <<"ef">>])),
    ?assertEqual(<<"ab", 200, "cd">>, polywire_value:bytes(["ab", 200 | <<"cd">>])).

refused_test() ->
    Error = {polywire_error, invalid_utf8, 0},
    [?assertThrow(Error, polywire_value:text(Text)) || Text <- [[-1], [16#D800], [<<200>>], "abcdefgh" ++ [16#110000], "abcdefghijkl" ++ [16#110000]]],
    [?assertError(badarg, polywire_value:bytes(Bytes)) || Bytes <- [[-1], [256], "abcd" ++ [256], [a]]].

texts(Others) ->
    [lists:sublist("abcdefghijklmnopqrst", Length) || Length <- lists:seq(0, 20)] ++
        [
            lists:duplicate(Before, $a) ++ [Other | lists:duplicate(Behind, $z)]
         || Before <- lists:seq(0, 16), Behind <- lists:seq(0, 4), Other <- Others
        ].
