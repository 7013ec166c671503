-module(polywire_trace_tests).

-include_lib("eunit/include/eunit.hrl").

%% Paths are valid UTF-8, even if a key is not.
keys_test() ->
    Keys = [
        {<<"a", 255, "b">>, "a?b"},
        {<<16#e2, 16#82>>, "?"},
        {<<16#e2, 16#82, 16#ac, 16#e2, 16#82, "x">>, [16#20ac, "?x"]},
        {<<16#f0, 16#9f, 16#98, 16#e0, 16#80, 16#ed, 16#a0>>, "?????"},
        {<<16#f4, 16#90, 16#80, 16#f0, 16#8f, 16#c3, 16#c3, 16#28>>, "???????("}
    ],
    [?assertEqual(path(lists:flatten(Expected)), found(Key)) || {Key, Expected} <- Keys].

found(Key) ->
    #{path := Path} = polywire_trace:error(syntax, {0, 0, [{entry, {Key, 1}}, <<"prices">>]}),
    Path.

path(Expected) ->
    Key = [case Letter of $? -> 16#fffd; _ -> Letter end || Letter <- Expected],
    unicode:characters_to_binary(["prices[\"", Key, "\"]"]).
