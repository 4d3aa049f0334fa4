// main.cu - the smallest program that uses heddle.
#include <heddle/version.hpp>
#include <iostream>

int main() { std::cout << "heddle " << heddle::version() << " at " << heddle::commit() << '\n'; }
