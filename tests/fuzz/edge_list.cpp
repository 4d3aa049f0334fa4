// edge_list.cpp - a fuzzer of the reader of lists of edges, whatever stands between the numbers; a first line behind a
// question mark is no part of the list and tells which columns are read.
#include <algorithm>

#include "tests/fuzz/support/fuzzer.hpp"
#include "tests/fuzz/support/read_file.hpp"

namespace heddle::fuzz {

std::vector<std::string> seeds() {
  return {written(".el", true, false),
          written(".el", false, true),
          "0 1\n1 2\n2 0\n",
          "# Nodes: 5 Edges: 2\n0\t1\n3\t4\n",
          "% sym unweighted\n% 2 3 3\n1 2\n2 3\n",
          "# Undirected graph: saved once\n1 2 0.5\n2 3 -1e-3\n",
          "source,target,weight\n0,1,2.5\n1,2,inf\n",
          "from;to\n7;9\n9;1000000\n",
          "\xef\xbb\xbf"
          "0 1 3\r\n1 0 4\r\n",
          "u\tv\ttime\n1\t2\t1367942417\n",
          "1 2 3 4\n5 6 7 8\n",
          "?2,1\n0 1 7\n1 2 7\n",
          "?to,from,cost\nfrom,to,name,cost\n0,1,x,2.5\n1,2,,3\n",
          "Source,Target,Type,Weight\n1,2,Undirected,3\n2,3,Undirected,4\n",
          "0 9223372036854775807\n"};
}

void try_bytes(std::string_view bytes) {
  auto const extension = bytes.size() % 8 < 4 ? ".el" : ".txt";
  if (!bytes.starts_with('?')) return try_file(bytes, extension);
  auto const end = std::min(bytes.find('\n'), bytes.size() - 1);
  try_file(bytes.substr(end + 1), extension, std::string(bytes.substr(1, end - 1)));
}

}  // namespace heddle::fuzz
