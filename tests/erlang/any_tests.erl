%% Messages in an Any, each in a module of its own schema file.

-module(any_tests).

-include_lib("eunit/include/eunit.hrl").
-include("any_held.hrl").

part() ->
    {ok, Binary} = parts_part_protobuf:encode_Part(#'Part'{name = <<"nut">>}),
    #'Any'{type_url = <<"type.googleapis.com/parts.Part">>, value = Binary}.

wrapped(Any) ->
    {ok, Binary} = parts_any_part_protobuf:encode_Wrapped(#'Wrapped'{any = Any}),
    #'Any'{type_url = <<"type.googleapis.com/parts.Wrapped">>, value = Binary}.

twice(Letter) ->
    {ok, Json} = any_held_json:encode_Letter(Letter),
    ?assertEqual({ok, Letter}, any_held_json:decode_Letter(Json)),
    ?assertEqual(ok, any_held_json:validate_Letter(Json)),
    ?assertEqual({ok, Letter}, any_held_json_explain:decode_Letter(Json)),
    ?assertEqual({ok, Json}, any_held_json_explain:encode_Letter(Letter)),
    Json.

messages_of_imports_are_held_test() ->
    ?assertEqual(<<"{\"inside\":{\"@type\":\"type.googleapis.com/parts.Part\",\"name\":\"nut\"}}">>,
        twice(#'Letter'{inside = part()})).

%% Nested messages are looked up in the module whose function was called, not in the imported file's.
messages_are_held_in_messages_test() ->
    {ok, Letter} = any_held_protobuf:encode_Letter(#'Letter'{inside = part()}),
    Held = #'Any'{type_url = <<"x/held.Letter">>, value = Letter},
    twice(#'Letter'{inside = wrapped(wrapped(Held)), others = [part(), Held]}).

%% A file knows the messages that it and its imports declare, unless the caller names another one that knows more.
a_file_holds_what_its_imports_declare_test() ->
    {ok, Letter} = any_held_protobuf:encode_Letter(#'Letter'{}),
    Wrapped = #'Wrapped'{any = #'Any'{type_url = <<"x/held.Letter">>, value = Letter}},
    ?assertMatch({error, {unknown_type, _}}, parts_any_part_json:encode_Wrapped(Wrapped)),
    {ok, Json} = parts_any_part_json:encode_Wrapped(Wrapped, #{any => any_held_json}),
    ?assertMatch({error, {unknown_type, _}}, parts_any_part_json:decode_Wrapped(Json)),
    ?assertEqual({ok, Wrapped}, parts_any_part_json:decode_Wrapped(Json, #{any => any_held_json})).

%% Depth and budget limits apply across modules.
limits_hold_in_what_is_held_test() ->
    Deep = lists:foldl(fun(_, Any) -> wrapped(Any) end, part(), lists:seq(1, 20)),
    {ok, Json} = any_held_json:encode_Letter(#'Letter'{inside = Deep}),
    ?assertMatch({error, {too_deep, _}}, any_held_json:decode_Letter(Json, #{depth => 15})),
    ?assertMatch({error, {too_deep, _}}, any_held_json:encode_Letter(#'Letter'{inside = Deep}, #{depth => 15})),
    ?assertMatch({error, {unknown_member, _}}, any_held_json:decode_Letter(
        <<"{\"inside\":{\"@type\":\"x/parts.Part\",\"strange\":1}}">>)),
    ?assertMatch({ok, _}, any_held_json:decode_Letter(
        <<"{\"inside\":{\"@type\":\"x/parts.Part\",\"strange\":1}}">>, #{ignore_unknown => true})).
