// macros.cpp - a user's file behind headers that make macros of ordinary words: those of X11/Xlib.h and of Qt, as they
// stand there. tests/clean/check compiles it.
#define Bool int
#define Status int
#define True 1
#define False 0
#define None 0L
#define Success 0
#define Always 2
#define Above 0
#define Below 1
#define signals public
#define slots
#define emit
#define foreach for
#define forever for (;;)
#include <heddle/distributed/distributed.hpp>
#include <heddle/heddle.hpp>

int depth_of(heddle::matrix<float> const& graph) { return static_cast<int>(heddle::bfs(graph, 0).depth); }
