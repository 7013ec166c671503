%% Generated codecs on the trade message with 3 and with 100 orders, beside gpb for Protocol Buffers and erlcapnp for
%% Cap'n Proto; see the Makefile for how to make the peers' modules. Ours have to read what a peer writes, and the other
%% way round.

-module(trade_bench).

-export([cases/0]).

-include("trade.hrl").

cases() ->
    [Case || Orders <- [3, 100], Format <- [protobuf, capnp, flatbuffers, json], Case <- cases(Format, account(Orders))].

cases(Format, Account) ->
    Module = list_to_atom("trade_" ++ atom_to_list(Format)),
    Name = fun(Direction) -> lists:concat([Format, " ", Direction, ", ", length(Account#'Account'.orders), " orders"]) end,
    case code:ensure_loaded(Module) of
        {module, _} ->
            {ok, Message} = Module:encode_Account(Account),
            {ok, Account} = Module:decode_Account(Message),
            {Encode, Decode} = peer(Format, Account, Message),
            [
                {Name(encode), fun() -> Module:encode_Account(Account) end, Encode},
                {Name(decode), fun() -> Module:decode_Account(Message) end, Decode}
            ] ++ [Case || Format =:= capnp, Case <- envelopes(Name, {Account, Message}, {Encode, Decode})];
        {error, _} -> []
    end.

%% The functions with the names, values and results of erlcapnp.
envelopes(Name, {Account, Message}, {Encode, Decode}) ->
    Message = trade_capnp_envelope:envelope_Account(Account),
    {Read, <<>>} = trade_capnp_envelope:decode_Account(Message),
    Message = trade_capnp_envelope:envelope_Account(Read),
    [
        {Name("encode, envelope"), fun() -> trade_capnp_envelope:envelope_Account(Account) end, Encode},
        {Name("decode, envelope"), fun() -> trade_capnp_envelope:decode_Account(Message) end, Decode}
    ].

peer(protobuf, Account, Message) ->
    case code:ensure_loaded(gpb_trade) of
        {module, _} ->
            Value = known_only(Account),
            Message = gpb_trade:encode_msg(Value),
            Value = gpb_trade:decode_msg(Message, 'Account'),
            {fun() -> gpb_trade:encode_msg(Value) end, fun() -> gpb_trade:decode_msg(Message, 'Account') end};
        {error, _} -> {none, none}
    end;
peer(capnp, Account, Message) ->
    case code:ensure_loaded(erlcapnp_trade) of
        {module, _} ->
            Value = for_erlcapnp(Account),
            Theirs = erlcapnp_trade:envelope_Account(Value),
            {ok, Account} = trade_capnp:decode_Account(Theirs),
            {Value, <<>>} = erlcapnp_trade:decode_Account(Message),
            {fun() -> erlcapnp_trade:envelope_Account(Value) end, fun() -> erlcapnp_trade:decode_Account(Message) end};
        {error, _} -> {none, none}
    end;
peer(_, _, _) -> {none, none}.

%% The records as gpb has them, without the last field, which keeps what is unknown.
known_only(Record) when is_tuple(Record) ->
    list_to_tuple([known_only(Field) || Field <- lists:droplast(tuple_to_list(Record))]);
known_only(List) when is_list(List) -> [known_only(Element) || Element <- List];
known_only(Value) -> Value.

%% The records as erlcapnp has them: data before pointers.
for_erlcapnp(#'Account'{id = Id, name = Name, wallet = #'Balance'{currency = Currency, amount = Amount}, orders = Orders}) ->
    {'Account', Id, Name, {'Balance', Amount, Currency},
        [{'Order', Number, Side, Type, Price, Volume, Symbol}
         || #'Order'{id = Number, symbol = Symbol, side = Side, type = Type, price = Price, volume = Volume} <- Orders]}.

account(Orders) ->
    #'Account'{
        id = 1,
        name = <<"Test">>,
        wallet = #'Balance'{currency = <<"USD">>, amount = 1000.0},
        orders = [order(Index) || Index <- lists:seq(1, Orders)]
    }.

order(Index) ->
    #'Order'{
        id = Index,
        symbol = <<"EURUSD">>,
        side = case Index rem 2 of 0 -> sell; 1 -> buy end,
        type = lists:nth(Index rem 3 + 1, [market, limit, stop]),
        price = 1.23456,
        volume = 1000.0 / Index
    }.
