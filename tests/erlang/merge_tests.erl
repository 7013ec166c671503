%% Parts of one message, read one after the other, are merged in time linear in their number.

-module(merge_tests).

-include_lib("eunit/include/eunit.hrl").
-include("merge.hrl").

parts_are_merged_test() ->
    {ok, Node} = merge_protobuf:decode_Node(parts(3)),
    ?assertEqual(merged(3), Node).

%% Ten times as many parts cost about ten times the work; if a list were reversed for each part, a hundred times.
merging_is_linear_test() ->
    {Few, _} = work(parts(10000)),
    {Many, Node} = work(parts(100000)),
    ?assertEqual(merged(100000), Node),
    ?assert(Many < 30 * Few).

%% Merged elements are also put in order if the enclosing value is merged itself, or dropped for another case.
another_case_drops_what_was_merged_test() ->
    {ok, Node} = merge_protobuf:decode_Node(<<(parts(2))/binary, 16#28, 7>>),
    ?assertEqual((merged(2))#'Node'{pick = {other, 7}}, Node),
    {ok, Again} = merge_protobuf:decode_Node(<<(parts(2))/binary, 16#28, 7, (parts(1))/binary>>),
    ?assertMatch(#'Node'{pick = {some, #'Leaf'{numbers = [1]}}, leaf = #'Leaf'{numbers = [1, 2, 1]}}, Again).

unknown_fields_of_all_parts_are_kept_test() ->
    {ok, Node} = merge_protobuf:decode_Node(<<16#12, 2, 16#78, 1, 16#12, 2, 16#78, 2>>),
    ?assertMatch(#'Node'{leaf = #'Leaf'{'$unknown' = {protobuf, <<16#78, 1, 16#78, 2>>}}}, Node).

merged(Count) ->
    Numbers = lists:seq(1, Count),
    Leaf = #'Leaf'{numbers = Numbers, name = <<"leaf">>},
    #'Node'{leaf = Leaf, pick = {some, Leaf}, next = #'Node'{leaf = Leaf, more = Numbers}}.

parts(Count) -> iolist_to_binary([part(Number) || Number <- lists:seq(1, Count)]).

%% One number of each list.
part(Number) ->
    Leaf = #'Leaf'{numbers = [Number], name = <<"leaf">>},
    Next = #'Node'{leaf = Leaf, more = [Number]},
    {ok, Part} = merge_protobuf:encode_Node(#'Node'{leaf = Leaf, pick = {some, Leaf}, next = Next}),
    Part.

%% The reductions of decoding in a separate process, and the value.
work(Message) ->
    Self = self(),
    spawn_link(fun() ->
        {reductions, Before} = process_info(self(), reductions),
        {ok, Value} = merge_protobuf:decode_Node(Message),
        {reductions, After} = process_info(self(), reductions),
        Self ! {After - Before, Value}
    end),
    receive Result -> Result end.
