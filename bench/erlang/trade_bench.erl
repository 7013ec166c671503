%% Times of generated codecs on the trade message with 3 and with 100 orders: least and median of 21 interleaved runs.
%%
%% trade.hrl and the modules trade_FORMAT stand in the code path; see the Makefile. So does, if it is installed, gpb_trade,
%% which gpb makes of the same schema with -strbin; its messages must be ours.

-module(trade_bench).

-export([main/0]).

-include("trade.hrl").

-define(ROUNDS, 21).

main() ->
    Cases = [case_of(Format, Direction, Orders) ||
        Orders <- [3, 100], Format <- [protobuf, capnp, flatbuffers, sbe, json], Direction <- [encode, decode]],
    Peers = [peer_of(Direction, Orders) || Orders <- [3, 100], Direction <- [encode, decode]],
    Present = [Case || {_, _} = Case <- Cases ++ Peers],
    Times = [[{Name, time(Fun)} || {Name, Fun} <- Present] || _ <- lists:seq(1, ?ROUNDS)],
    io:format("~-34s ~10s ~10s~n", ["microseconds an operation", "least", "median"]),
    [report(Name, [proplists:get_value(Name, Round) || Round <- Times]) || {Name, _} <- Present],
    [io:format("~-34s not installed~n", ["gpb"]) || lists:all(fun(Peer) -> Peer =:= none end, Peers)],
    halt().

report(Name, Times) ->
    Sorted = lists:sort(Times),
    io:format("~-34s ~10.3f ~10.3f~n", [Name, hd(Sorted), lists:nth(?ROUNDS div 2 + 1, Sorted)]).

case_of(Format, Direction, Orders) ->
    Module = list_to_atom("trade_" ++ atom_to_list(Format)),
    Name = lists:concat([Format, " ", Direction, ", ", Orders, " orders"]),
    Value = account(Orders),
    case code:ensure_loaded(Module) of
        {module, _} when Direction =:= encode -> {Name, fun() -> Module:encode_Account(Value) end};
        {module, _} ->
            {ok, Message} = Module:encode_Account(Value),
            {ok, Value} = Module:decode_Account(Message),
            {Name, fun() -> Module:decode_Account(Message) end};
        {error, _} -> none
    end.

peer_of(Direction, Orders) ->
    Name = lists:concat(["gpb ", Direction, ", ", Orders, " orders"]),
    Value = known_only(account(Orders)),
    case code:ensure_loaded(gpb_trade) of
        {module, _} ->
            {ok, Message} = trade_protobuf:encode_Account(account(Orders)),
            Message = gpb_trade:encode_msg(Value),
            Value = gpb_trade:decode_msg(Message, 'Account'),
            case Direction of
                encode -> {Name, fun() -> gpb_trade:encode_msg(Value) end};
                decode -> {Name, fun() -> gpb_trade:decode_msg(Message, 'Account') end}
            end;
        {error, _} -> none
    end.

%% The records as the peer has them, without the last field, which keeps what is unknown.
known_only(Record) when is_tuple(Record) ->
    list_to_tuple([known_only(Field) || Field <- lists:droplast(tuple_to_list(Record))]);
known_only(List) when is_list(List) -> [known_only(Element) || Element <- List];
known_only(Value) -> Value.

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

%% Microseconds of one call, measured over about ten milliseconds.
time(Fun) ->
    erlang:garbage_collect(),
    Count = max(20, round(10000 / max(0.05, per_call(Fun, 20)))),
    per_call(Fun, Count).

per_call(Fun, Count) ->
    Start = erlang:monotonic_time(nanosecond),
    repeat(Fun, Count),
    (erlang:monotonic_time(nanosecond) - Start) / Count / 1000.

repeat(_, 0) -> ok;
repeat(Fun, Count) ->
    Fun(),
    repeat(Fun, Count - 1).
