# release.bash - what ./dev does to make the source archive of a version. Sourced by ./dev.

version_here() { sed -n 's/^project(heddle VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt; }

# What a tag holds, and nothing else: the same bytes wherever and whenever it is made. gzip -n leaves name and date out.
do_release() {
  local version folder=build/release archive
  version=$(version_here)
  [ -e .git ] || fail "release makes the archive of a tag, and this folder is no clone of git's"
  [ -z "$(git status --porcelain)" ] || fail "release takes what is committed, and something here is not: see git status"
  git tag --points-at HEAD | grep -qx "v$version" ||
    fail "HEAD has no tag v$version, which is the version in CMakeLists.txt: git tag v$version"
  archive=heddle-$version.tar.gz
  mkdir -p "$folder"
  git archive --format=tar --prefix="heddle-$version/" "v$version" | gzip -9n >"$folder/$archive"
  (cd "$folder" && sha256sum "$archive" | tee "$archive.sha256")
  say "$folder/$archive and its checksum"
}
