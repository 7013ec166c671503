%% Explanations of errors in messages and values.

-module(explain_tests).

-include_lib("eunit/include/eunit.hrl").
-include("native.hrl").
-include("merge.hrl").

-define(TWO, #'Sample'{inner = #'Sample'{names = [<<"a">>, <<"bb">>]}}).

places_in_messages_are_told_test() ->
    {ok, Binary} = native_protobuf:encode_Sample(?TWO),
    Broken = binary:replace(Binary, <<"bb">>, <<16#FF, 16#FF>>),
    Error = #{code => invalid_utf8, offset => byte_size(Broken), path => <<"inner.names[1]">>},
    ?assertEqual({error, Error}, native_protobuf_explain:decode_Sample(Broken)),
    ?assertMatch({error, {invalid_utf8, _}}, native_protobuf:decode_Sample(Broken)).

places_in_texts_are_told_test() ->
    {ok, Json} = native_json:encode_Sample(?TWO),
    {Offset, _} = binary:match(Json, <<"\"bb\"">>),
    Error = #{code => wrong_kind, offset => Offset, path => <<"inner.names[1]">>},
    ?assertEqual({error, Error}, native_json_explain:decode_Sample(binary:replace(Json, <<"\"bb\"">>, <<"7">>))).

members_of_values_are_told_test() ->
    Explain = fun(Sample) ->
        {error, Error} = native_protobuf_explain:encode_Sample(#'Sample'{inner = Sample}),
        Error
    end,
    ?assertEqual(#{code => out_of_range, path => <<"inner.number">>}, Explain(#'Sample'{number = 1 bsl 40})),
    ?assertEqual(#{code => unknown_enumerator, path => <<"inner.color">>}, Explain(#'Sample'{color = blue})),
    ?assertEqual(#{code => invalid_utf8, path => <<"inner.names[1]">>}, Explain(#'Sample'{names = [<<>>, <<16#FF>>]})).

what_is_right_is_told_alike_test() ->
    {ok, Binary} = native_protobuf:encode_Sample(?TWO),
    ?assertEqual({ok, Binary}, native_protobuf_explain:encode_Sample(?TWO)),
    ?assertEqual({ok, ?TWO}, native_protobuf_explain:decode_Sample(Binary)).

%% Merged elements are counted, but only after an error.
elements_of_merged_lists_are_counted_test() ->
    Leaves = binary:copy(<<16#0A, 0>>, 20000),
    {error, Error} = merge_protobuf_explain:decode_Node(<<Leaves/binary, 16#0A, 3, 16#12, 1, 16#FF>>),
    ?assertMatch(#{code := invalid_utf8, path := <<"leaves[20000].name">>}, Error).
