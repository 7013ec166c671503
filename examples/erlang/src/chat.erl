%% Messages between their forms.

-module(chat).

-export([say/2, to_json/1]).

-include("chat.hrl").

%% Encodes a member's message.
-spec say(unicode:chardata(), unicode:chardata()) -> {ok, binary()} | {error, {atom(), integer()}}.
say(Name, Text) ->
    Author = #'Person'{name = Name, role = member},
    chat_protobuf:encode_Message(#'Message'{author = Author, text = Text}).

%% Converts an encoded message to JSON.
-spec to_json(binary()) -> {ok, binary()} | {error, {atom(), integer()}}.
to_json(Binary) ->
    case chat_protobuf:decode_Message(Binary) of
        {ok, Message} -> chat_json:encode_Message(Message);
        Error -> Error
    end.
