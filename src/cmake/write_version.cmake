# write_version.cmake - write version.cpp with the commit of this very build; an unchanged file keeps its date.
# Called as cmake -D SOURCE=... -D TEMPLATE=... -D OUTPUT=... -D VERSION=... -P write_version.cmake
set(COMMIT $ENV{HEDDLE_COMMIT})
if(NOT COMMIT AND EXISTS ${SOURCE}/.git)  # an archive in somebody's clone would have their commit
  execute_process(COMMAND git describe --always --dirty --exclude=* WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
