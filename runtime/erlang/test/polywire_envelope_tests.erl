-module(polywire_envelope_tests).

-include_lib("eunit/include/eunit.hrl").

shapes() ->
    #{
        a => {record, there, [any, {default, <<"d">>, any}, {struct, u}, {list, {struct, u}}]},
        u => {field, {union, #{one => any, none => none, a => {default, {a, 0, <<>>, undefined, []}, {struct, a}}}}}
    }.

twice(There, Here) ->
    ?assertEqual(Here, polywire_envelope:given(There, {struct, a}, shapes())),
    ?assertEqual(There, polywire_envelope:shown(Here, {struct, a}, shapes())).

shapes_are_converted_there_and_back_test() ->
    twice({there, 1, <<"x">>, undefined, []}, {a, 1, <<"x">>, undefined, []}),
    twice({there, 1, <<"x">>, {one, 2}, [{none, undefined}]}, {a, 1, <<"x">>, {u, {one, 2}}, [{u, none}]}),
    Inner = {there, 3, <<>>, undefined, []},
    twice({there, 1, <<"x">>, {a, Inner}, []}, {a, 1, <<"x">>, {u, {a, {a, 3, <<>>, undefined, []}}}, []}).

what_is_undefined_is_new_test() ->
    ?assertEqual({a, 1, <<"d">>, undefined, []}, polywire_envelope:given({there, 1, undefined, undefined, []}, {struct, a}, shapes())),
    ?assertEqual({a, 1}, polywire_envelope:given({there, 1}, {struct, a}, shapes())).
