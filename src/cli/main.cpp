// main.cpp - the command-line tool `heddle`.
#include "src/cli/application.hpp"

int main(int argc, char** argv) { return heddle::cli::run(argc, argv); }
