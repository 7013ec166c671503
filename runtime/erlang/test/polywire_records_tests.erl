-module(polywire_records_tests).

-include_lib("eunit/include/eunit.hrl").

records() ->
    #{
        a => {{a, 0, undefined, []}, 0, [{3, {record, b}}, {4, {list, {record, b}}}]},
        b => {{b, <<>>, 1, undefined}, 1, []},
        c => {{c, #{}, undefined}, 0, [{2, {map, {record, b}}}, {3, {union, #{one => {record, b}, many => {list, {record, b}}}}}]}
    }.

grown(Value, Name) -> polywire_records:grown(Value, {record, Name}, records()).

missing_fields_are_new_test() ->
    ?assertEqual({a, 5, undefined, []}, grown({a, 5}, a)),
    ?assertEqual({a, 0, undefined, []}, grown({a}, a)).

the_field_of_what_is_unknown_stays_the_last_test() ->
    ?assertEqual({b, <<"x">>, 1, {f, <<1>>}}, grown({b, <<"x">>, {f, <<1>>}}, b)).

records_within_are_looked_at_test() ->
    Old = {b, <<"x">>, undefined},
    New = {b, <<"x">>, 1, undefined},
    ?assertEqual({a, 5, New, [New, New]}, grown({a, 5, Old, [Old, New]}, a)),
    ?assertEqual({c, #{k => New}, {one, New}}, grown({c, #{k => Old}, {one, Old}}, c)),
    ?assertEqual({c, #{}, {many, [New]}}, grown({c, #{}, {many, [Old]}}, c)),
    ?assertEqual({c, #{}, other}, grown({c, #{}, other}, c)).

others_are_left_alone_test() ->
    [?assertEqual(Value, grown(Value, a)) || Value <- [{a, 1, undefined, []}, {b, 1}, {}, a, 7, {a, 1, undefined, [], more}]].
