# The Swift toolchain. Sourced, never run by itself.

swift_needed=6.2

# release_build: the release build's flags, the same wherever it is built, so that it is built once.
release_build=(-c release)

# need_swift: puts a Swift that is new enough first on the PATH and says which, or says how to get one and stops.
need_swift() {
  local path version
  path=$(find_swift) || fail "Swift was not found (there is no swift on the PATH)." \
    "Install Swift $swift_needed or newer from https://www.swift.org/install/linux/ and run this again." "$(swiftly_command)"
  version=$(swift_version "$path")
  if [[ -z $version ]]; then # On a bare system it does not even start.
    need_packages "${swift_packages[@]}" "${library_packages[@]}"
    version=$(swift_version "$path")
  fi
  if [[ -z $version ]]; then
    fail "Swift is at $path but does not start:" "$("$path" --version 2>&1 | head -n 3 || true)" \
      "What Swift itself needs from the system is listed at https://www.swift.org/install/linux/"
  fi
  if [[ $(printf '%s\n' "$swift_needed" "$version" | sort -V | head -n 1) != "$swift_needed" ]]; then
    fail "Swift $version ($path) is too old: Whet needs $swift_needed or newer." \
      "Get it from https://www.swift.org/install/linux/ and run this again." "$(swiftly_command)"
  fi
  PATH="$(dirname "$path"):$PATH"
  note "$version, $path"
}

# swiftly_command: prints how to get Swift by its own installer, which knows Debian's and Ubuntu's releases.
swiftly_command() {
  local archive
  archive="swiftly-$(uname -m).tar.gz"
  printf '%s\n' "With curl, for you alone:" \
    "  curl -O https://download.swift.org/swiftly/linux/$archive && tar -xzf $archive && ./swiftly init"
}

# swift_version SWIFT: prints its version; nothing when it does not start.
swift_version() {
  "$1" --version 2>&1 | sed -nE 's/.*Swift version ([0-9.]+).*/\1/p' | head -n 1 || true
}

# find_swift: the one on the PATH, else one in the places where installers put it.
find_swift() {
  command -v swift && return
  local path
  for path in "${SWIFTLY_HOME_DIR:-${HOME-}/.local/share/swiftly}/bin/swift" /opt/swift/usr/bin/swift \
    /usr/share/swift/usr/bin/swift /usr/local/swift/usr/bin/swift /usr/libexec/swift/bin/swift; do
    if [[ -x $path ]]; then
      printf '%s\n' "$path"
      return
    fi
  done
  return 1
}
