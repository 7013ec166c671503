%% Times of our functions and of peers side by side: in each round every function runs once, so that disturbances affect
%% all of them equally.

-module(rounds).

-export([run/1]).

-define(ROUNDS, 41).

-type task() :: fun(() -> term()).

%% Prints the minimum and the median of all rounds, in microseconds per operation, and the factor by which ours is
%% faster.
-spec run([{Name :: string(), Ours :: task(), Peer :: task() | none}]) -> ok.
run(Cases) ->
    Rounds = [[{time(Ours), time(Peer)} || {_, Ours, Peer} <- Cases] || _ <- lists:seq(1, ?ROUNDS)],
    io:format("~-36s ~17s ~17s ~11s~n", ["microseconds: least, median", "ours", "peer", "times"]),
    [report(Name, Peer, [lists:nth(Index, Round) || Round <- Rounds])
     || {Index, {Name, _, Peer}} <- lists:enumerate(Cases)],
    ok.

report(Name, none, Times) ->
    {Least, Median} = summary([Ours || {Ours, _} <- Times]),
    io:format("~-36s ~8.3f ~8.3f~n", [Name, Least, Median]);
report(Name, _, Times) ->
    {Least, Median} = summary([Ours || {Ours, _} <- Times]),
    {PeerLeast, PeerMedian} = summary([Peer || {_, Peer} <- Times]),
    io:format("~-36s ~8.3f ~8.3f ~8.3f ~8.3f ~5.2f ~5.2f~n",
        [Name, Least, Median, PeerLeast, PeerMedian, PeerLeast / Least, PeerMedian / Median]).

summary(Times) ->
    Sorted = lists:sort(Times),
    {hd(Sorted), lists:nth(?ROUNDS div 2 + 1, Sorted)}.

%% Microseconds per call, measured over a few milliseconds.
time(none) -> none;
time(Task) ->
    erlang:garbage_collect(),
    Count = max(20, round(4000 / max(0.05, per_call(Task, 20)))),
    per_call(Task, Count).

per_call(Task, Count) ->
    Start = erlang:monotonic_time(nanosecond),
    repeat(Task, Count),
    (erlang:monotonic_time(nanosecond) - Start) / Count / 1000.

repeat(_, 0) -> ok;
repeat(Task, Count) ->
    Task(),
    repeat(Task, Count - 1).
