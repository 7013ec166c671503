#[[
Generates C++ for schemas as part of a build:

  find_package(polywire REQUIRED)
  polywire_generate(
    TARGET trade                # an existing target; it gets the headers, source files and the runtime
    SCHEMAS trade.proto
    WIRES protobuf json
    [IMPORT_DIRS schemas]       # search path of imported schemas; by default, the schema's folder
    [OUTPUT_DIR generated]      # by default, below the build folder
    [NAMESPACE acme::wire]      # outer namespace for the types of all packages; or trade.v1=acme::trade for one; can be repeated
    [OPTIONS --frames delimited --split])

The command runs again when a schema, an imported schema, or the command itself changes; unchanged headers keep their time
stamps. The command is POLYWIRE_COMMAND, or `polywire` on the PATH. The headers of the runtime come from POLYWIRE_RUNTIME_DIR,
from the installed package, or from `polywire runtime cpp`, in this order; their target is `polywire::runtime`.
]]

include_guard(GLOBAL)
cmake_policy(VERSION 3.20)

# When installed, this file is in <prefix>/lib/cmake/polywire; in the project itself, it is beside the folder `runtime`.
find_program(POLYWIRE_COMMAND polywire HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin DOC "The command that generates code")
find_path(POLYWIRE_RUNTIME_DIR polywire/codec.hpp
  HINTS ${CMAKE_CURRENT_LIST_DIR}/../runtime/cpp ${CMAKE_CURRENT_LIST_DIR}/../../../include
  DOC "The folder of the headers that generated code includes")

# If only the command is installed, it provides the headers.
if(POLYWIRE_COMMAND AND NOT POLYWIRE_RUNTIME_DIR)
  execute_process(
    COMMAND ${POLYWIRE_COMMAND} runtime cpp -o ${CMAKE_BINARY_DIR}/polywire-runtime
    RESULT_VARIABLE _polywire_failed)
  if(NOT _polywire_failed)
    set(POLYWIRE_RUNTIME_DIR ${CMAKE_BINARY_DIR}/polywire-runtime CACHE PATH "" FORCE)
  endif()
endif()

if(NOT TARGET polywire::runtime AND POLYWIRE_RUNTIME_DIR)
  add_library(polywire::runtime INTERFACE IMPORTED GLOBAL)
  target_include_directories(polywire::runtime INTERFACE ${POLYWIRE_RUNTIME_DIR})
  target_compile_features(polywire::runtime INTERFACE cxx_std_20)
endif()

function(polywire_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;OUTPUT_DIR" "SCHEMAS;WIRES;IMPORT_DIRS;NAMESPACE;OPTIONS")
  _polywire_check_arguments()
  get_property(number TARGET ${arg_TARGET} PROPERTY polywire_generations)
  math(EXPR number "0${number} + 1")
  set_property(TARGET ${arg_TARGET} PROPERTY polywire_generations ${number})

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/polywire/${arg_TARGET}-${number})
  set(output ${folder}/include)
  if(arg_OUTPUT_DIR)
    cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIR BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} OUTPUT_VARIABLE output)
  endif()
  set(imports)
  foreach(import IN LISTS arg_IMPORT_DIRS)
    cmake_path(ABSOLUTE_PATH import BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND imports -I ${import})
  endforeach()
  set(schemas)
  foreach(schema IN LISTS arg_SCHEMAS)
    cmake_path(ABSOLUTE_PATH schema BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND schemas ${schema})
  endforeach()
  set(namespaces)
  foreach(namespace IN LISTS arg_NAMESPACE)
    list(APPEND namespaces --namespace ${namespace})
  endforeach()
  list(JOIN arg_WIRES "," wires)
  list(JOIN arg_SCHEMAS ", " names)
  set(generate ${POLYWIRE_COMMAND} gen --lang cpp --wire ${wires} ${imports} ${namespaces} -o ${output} ${arg_OPTIONS})

  # Ninja must know the files before it generates them. There are others only when schemas import others.
  _polywire_list(outputs outputs)
  _polywire_list(inputs inputs)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${inputs})

  add_custom_command(
    OUTPUT ${folder}/stamp
    BYPRODUCTS ${outputs}
    COMMAND ${generate} --depfile ${folder}/depfile --stamp ${folder}/stamp ${schemas}
    DEPENDS ${schemas} ${POLYWIRE_COMMAND}
    DEPFILE ${folder}/depfile
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "Generating C++ for ${names}"
    VERBATIM)
  add_custom_target(${arg_TARGET}-polywire-${number} DEPENDS ${folder}/stamp)
  add_dependencies(${arg_TARGET} ${arg_TARGET}-polywire-${number})

  get_target_property(type ${arg_TARGET} TYPE)
  set(scope PUBLIC)
  set(sources_scope PRIVATE)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(scope INTERFACE)
    set(sources_scope INTERFACE)
  endif()
  # There are some with --split.
  set(sources ${outputs})
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  if(sources)
    target_sources(${arg_TARGET} ${sources_scope} ${sources})
  endif()
  target_include_directories(${arg_TARGET} ${scope} ${output})
  target_link_libraries(${arg_TARGET} ${scope} polywire::runtime)
endfunction()

# Sets a variable to the files that are read (inputs) or generated (outputs).
macro(_polywire_list variable which)
  execute_process(
    COMMAND ${generate} --list ${which} ${schemas}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    OUTPUT_VARIABLE ${variable}
    RESULT_VARIABLE failed
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    message(FATAL_ERROR "polywire_generate: ${names} cannot be generated")
  endif()
  string(REPLACE "\n" ";" ${variable} "${${variable}}")
endmacro()

# Reports missing arguments or tools.
macro(_polywire_check_arguments)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "polywire_generate: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(needed TARGET SCHEMAS WIRES)
    if(NOT arg_${needed})
      message(FATAL_ERROR "polywire_generate: ${needed} is missing")
    endif()
  endforeach()
  if(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "polywire_generate: there is no target ${arg_TARGET}; add it before")
  endif()
  if(NOT POLYWIRE_COMMAND)
    message(FATAL_ERROR "polywire_generate: there is no command polywire; set POLYWIRE_COMMAND to its path")
  endif()
  if(NOT TARGET polywire::runtime)
    message(FATAL_ERROR "polywire_generate: there are no headers of the runtime; set POLYWIRE_RUNTIME_DIR to their folder")
  endif()
endmacro()
