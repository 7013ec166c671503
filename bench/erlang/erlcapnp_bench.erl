%% The cases of erlcapnp's own benchmark (integers, texts, unions and groups), and a struct of scalars and texts.
%%
%% Bytes must be equal, except for unions with a group: their groups are structs with pointers here.
%%
%% "envelope" is our function with the names, values and results of erlcapnp.

-module(erlcapnp_bench).

-export([cases/0]).

-include("peer.hrl").

cases() ->
    Present = [code:ensure_loaded(Module) || Module <- [peer_capnp, erlcapnp_test1, erlcapnp_person]],
    case [Error || {error, _} = Error <- Present] of
        [] -> integers() ++ texts() ++ unions() ++ person();
        _ -> []
    end.

integers() ->
    Theirs = {erlcapnp_TestMultipleIntegers, 1, 2, 3, 4, 5, 6, 7},
    Ours = #'Integers'{var1 = 1, var2 = 2, var3 = 3, var4 = 4, var5 = 5, var6 = 6, var7 = 7},
    Message = erlcapnp_test1:envelope_erlcapnp_TestMultipleIntegers(Theirs),
    {ok, Message} = peer_capnp:encode_Integers(Ours),
    {ok, Ours} = peer_capnp:decode_Integers(Message),
    {Theirs, <<>>} = erlcapnp_test1:decode_erlcapnp_TestMultipleIntegers(Message),
    Message = peer_capnp_envelope:envelope_Integers(Ours),
    {Ours, <<>>} = peer_capnp_envelope:decode_Integers(Message),
    [
        {"multiple_integer encode", fun() -> peer_capnp:encode_Integers(Ours) end,
            fun() -> erlcapnp_test1:envelope_erlcapnp_TestMultipleIntegers(Theirs) end},
        {"multiple_integer encode, envelope", fun() -> peer_capnp_envelope:envelope_Integers(Ours) end,
            fun() -> erlcapnp_test1:envelope_erlcapnp_TestMultipleIntegers(Theirs) end},
        {"multiple_integer decode", fun() -> peer_capnp:decode_Integers(Message) end,
            fun() -> erlcapnp_test1:decode_erlcapnp_TestMultipleIntegers(Message) end},
        {"multiple_integer decode, envelope", fun() -> peer_capnp_envelope:decode_Integers(Message) end,
            fun() -> erlcapnp_test1:decode_erlcapnp_TestMultipleIntegers(Message) end}
    ].

texts() ->
    lists:append([
        text("text encode, lists 5+7", "Hello", "Goodbye"),
        text("text encode, binaries 5+7", <<"Hello">>, <<"Goodbye">>),
        text("text encode, lists 13+13", "Hello Goodbye", "Goodbye Hello"),
        text("text encode, binaries 13+13", <<"Hello Goodbye">>, <<"Goodbye Hello">>)
    ]).

text(Name, Text, Data) ->
    Theirs = {erlcapnp_TestTextType, Text, Data},
    Ours = #'Texts'{text = Text, data = Data},
    Message = erlcapnp_test1:envelope_erlcapnp_TestTextType(Theirs),
    {ok, Message} = peer_capnp:encode_Texts(Ours),
    Message = peer_capnp_envelope:envelope_Texts(Ours),
    Peer = fun() -> erlcapnp_test1:envelope_erlcapnp_TestTextType(Theirs) end,
    [
        {Name, fun() -> peer_capnp:encode_Texts(Ours) end, Peer},
        {Name ++ ", envelope", fun() -> peer_capnp_envelope:envelope_Texts(Ours) end, Peer}
    ].

unions() ->
    Group = {unionVar1, {erlcapnp_TestGroupInUnion_unionVar1, 1, 2}},
    lists:append([
        union("union_group encode, group+list", {Group, {testVar2, [4, 5]}},
            {{pair, #'Pair'{left = 1, right = 2}}, {numbers, [4, 5]}}),
        union("union_group encode, int+list", {{unionVar2, 1}, {testVar2, [4, 5]}}, {{short, 1}, {numbers, [4, 5]}}),
        union("union_group encode, int+int", {{unionVar2, 1}, {testVar1, 3}}, {{short, 1}, {number, 3}})
    ]).

union(Name, {First, Second}, {One, Two}) ->
    Theirs = {erlcapnp_TestGroupInUnion, First, Second},
    Ours = #'Choices'{one = One, two = Two},
    {ok, Message} = peer_capnp:encode_Choices(Ours),
    {ok, Ours} = peer_capnp:decode_Choices(Message),
    Message = peer_capnp_envelope:envelope_Choices(Ours),
    Peer = fun() -> erlcapnp_test1:envelope_erlcapnp_TestGroupInUnion(Theirs) end,
    [
        {Name, fun() -> peer_capnp:encode_Choices(Ours) end, Peer},
        {Name ++ ", envelope", fun() -> peer_capnp_envelope:envelope_Choices(Ours) end, Peer}
    ].

person() ->
    Ours = #'Person'{
        name = <<"John Smith Jr">>,
        birth_day = 1234567890,
        phone = <<"5551234567">>,
        siblings = 3,
        spouse = true,
        money = 1234.5
    },
    Theirs = {'A', 1234567890, 3, true, 1234.5, <<"John Smith Jr">>, <<"5551234567">>},
    Message = erlcapnp_person:envelope_A(Theirs),
    {ok, Message} = peer_capnp:encode_Person(Ours),
    {ok, Ours} = peer_capnp:decode_Person(Message),
    {Theirs, <<>>} = erlcapnp_person:decode_A(Message),
    Message = peer_capnp_envelope:envelope_Person(Ours),
    {Ours, <<>>} = peer_capnp_envelope:decode_Person(Message),
    {Encode, Decode} = {fun() -> erlcapnp_person:envelope_A(Theirs) end, fun() -> erlcapnp_person:decode_A(Message) end},
    [
        {"struct A encode", fun() -> peer_capnp:encode_Person(Ours) end, Encode},
        {"struct A encode, envelope", fun() -> peer_capnp_envelope:envelope_Person(Ours) end, Encode},
        {"struct A decode", fun() -> peer_capnp:decode_Person(Message) end, Decode},
        {"struct A decode, envelope", fun() -> peer_capnp_envelope:decode_Person(Message) end, Decode}
    ].
