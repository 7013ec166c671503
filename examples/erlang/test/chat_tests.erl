-module(chat_tests).

-include_lib("eunit/include/eunit.hrl").
-include("chat.hrl").

messages_become_json_test() ->
    {ok, Binary} = chat:say("Zoë", <<"hello">>),
    Json = unicode:characters_to_binary("{\"author\":{\"name\":\"Zoë\",\"role\":\"member\"},\"text\":\"hello\"}"),
    ?assertEqual({ok, Json}, chat:to_json(Binary)).

broken_messages_are_refused_test() ->
    {ok, Binary} = chat:say(<<"Zoe">>, <<"hello">>),
    ?assertMatch({error, {truncated, _}}, chat:to_json(binary:part(Binary, 0, byte_size(Binary) - 1))).

texts_have_to_be_utf8_test() ->
    ?assertMatch({error, {invalid_utf8, _}}, chat:say(<<16#FF>>, <<"hello">>)).
