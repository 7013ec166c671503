#!/usr/bin/env escript
%% compile.escript FOLDER FILE...
%%
%% Compiles modules into a folder in which they find their headers: the largest first, as many at a time as there are processors.
%% Warnings are errors.
-mode(compile).

main([Folder | Files]) ->
    Options = [report, warnings_as_errors, {i, Folder}, {outdir, Folder}],
    Largest = lists:reverse(lists:sort([{filelib:file_size(File), File} || File <- Files])),
    Compile = fun({_, File}) -> exit({compiled, compile:file(File, Options)}) end,
    case run(Compile, Largest, erlang:system_info(schedulers_online), 0, true) of
        true -> halt(0);
        false -> halt(1)
    end.

run(_, [], _, 0, Succeeded) ->
    Succeeded;
run(Compile, [File | Files], Free, Busy, Succeeded) when Free > 0 ->
    spawn_monitor(fun() -> Compile(File) end),
    run(Compile, Files, Free - 1, Busy + 1, Succeeded);
run(Compile, Files, Free, Busy, Succeeded) ->
    receive
        {'DOWN', _, process, _, Reason} ->
            run(Compile, Files, Free + 1, Busy - 1, Succeeded andalso is_compiled(Reason))
    end.

is_compiled({compiled, {ok, _}}) -> true;
is_compiled(_) -> false.
