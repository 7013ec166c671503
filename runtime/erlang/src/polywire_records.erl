%% Records of an older schema, held by a process while a newer module is loaded.
%%
%% They are shorter, because a schema grows at the end of a record. Codecs call this only for values with another shape
%% than the schema's, so that others do not pay for it.

-module(polywire_records).

-export([grown/3]).

-export_type([records/0]).

-type type() ::
    {record, Name :: atom()}
    | {list, type()}
    | {map, type()}
    | {union, #{Case :: atom() => type()}}.

%% A new record, the number of its last fields that are not declared in the schema, and the positions of the fields with
%% records.
-type records() :: #{Name :: atom() => {tuple(), 0..1, [{pos_integer(), type()}]}}.

%% Completes the records in a value, at any depth: missing fields are as in a new record.
-spec grown(term(), type(), records()) -> term().
grown(Value, {record, Name}, Records) when is_tuple(Value), tuple_size(Value) > 0, element(1, Value) =:= Name ->
    #{Name := {New, Kept, Fields}} = Records,
    Grow = fun({Position, Type}, Record) ->
        setelement(Position, Record, grown(element(Position, Record), Type, Records))
    end,
    lists:foldl(Grow, lengthened(Value, New, Kept), Fields);
grown(Values, {list, Type}, Records) when is_list(Values) ->
    [grown(Value, Type, Records) || Value <- Values];
grown(Values, {map, Type}, Records) when is_map(Values) ->
    maps:map(fun(_, Value) -> grown(Value, Type, Records) end, Values);
grown({Case, Value}, {union, Cases}, Records) when is_map_key(Case, Cases) ->
    {Case, grown(Value, maps:get(Case, Cases), Records)};
grown(Value, _, _) ->
    Value.

lengthened(Value, New, Kept) when tuple_size(Value) < tuple_size(New), tuple_size(Value) > Kept ->
    {Own, Last} = lists:split(tuple_size(Value) - Kept, tuple_to_list(Value)),
    Missing = lists:sublist(tuple_to_list(New), length(Own) + 1, tuple_size(New) - tuple_size(Value)),
    list_to_tuple(Own ++ Missing ++ Last);
lengthened(Value, _, _) ->
    Value.
