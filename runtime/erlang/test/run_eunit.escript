#!/usr/bin/env escript
%% run_eunit.escript FOLDER MODULE...
%%
%% Runs the tests of modules that are compiled in a folder. EUnit itself stops a test after five seconds; here each has as long as
%% it takes, for the machine may be busy.
-mode(compile).

main([Folder | Names]) ->
    true = code:add_patha(Folder),
    Modules = [list_to_atom(Name) || Name <- Names],
    case eunit:test([{atom_to_list(Module), tests(Module)} || Module <- Modules]) of
        ok -> halt(0);
        _ -> halt(1)
    end.

tests(Module) ->
    {module, Module} = code:ensure_loaded(Module),
    Names = [{Name, atom_to_list(Name)} || {Name, 0} <- Module:module_info(exports)],
    Simple = [unlimited({Text, fun Module:Name/0}) || {Name, Text} <- Names, lists:suffix("_test", Text)],
    Generated = [lists:map(fun unlimited/1, Module:Name()) || {Name, Text} <- Names, lists:suffix("_test_", Text)],
    [] =/= Simple ++ Generated orelse error({no_tests, Module}),
    Simple ++ Generated.

%% Twelve days.
unlimited({Name, Test}) when is_function(Test, 0) -> {Name, {timeout, 1000000, Test}}.
