# find_package(polywire) provides the function `polywire_generate` and the target `polywire::runtime`; see PolywireGenerate.cmake.

include(${CMAKE_CURRENT_LIST_DIR}/PolywireGenerate.cmake)

if(NOT POLYWIRE_COMMAND)
  set(polywire_FOUND FALSE)
  set(polywire_NOT_FOUND_MESSAGE "there is no command polywire; set POLYWIRE_COMMAND to its path")
elseif(NOT TARGET polywire::runtime)
  set(polywire_FOUND FALSE)
  set(polywire_NOT_FOUND_MESSAGE "there are no headers of the runtime; set POLYWIRE_RUNTIME_DIR to their folder")
endif()
