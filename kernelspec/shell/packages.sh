# Packages of the system, by Debian's and Ubuntu's apt. Sourced, never run by itself.
#
# A package is written as one name, or as several names of the same thing ("libturbojpeg0-dev libturbojpeg-dev"):
# the first that this release knows is installed, and any of them counts as being there.

# What Swift itself asks of the system, of https://www.swift.org/install/linux/ only what a build needs.
swift_packages=(
  binutils
  libc6-dev
  "libstdc++-12-dev libstdc++-13-dev libstdc++-14-dev"
  libncurses6
  libedit2
  libxml2
)

# The C libraries Whet is built on.
library_packages=(
  libzmq3-dev
  libsodium-dev
  "libturbojpeg0-dev libturbojpeg-dev libturbojpeg1-dev"
  libpng-dev
  libsqlite3-dev
  zlib1g-dev
  libminizip-dev
  "libcurl4-openssl-dev libcurl4-gnutls-dev"
  ca-certificates
)

# The libraries that decode HEIC, AVIF, WebP and TIFF, and the one that draws figures as PNG, opened at the first such picture. From Debian 13 on libheif's
# decoders are packages of their own; before, they come with it.
picture_packages=(
  libheif1
  "libheif-plugin-libde265 libde265-0"
  "libheif-plugin-dav1d libdav1d6 libdav1d5"
  "libwebp7 libwebp6"
  "libtiff6 libtiff5"
  librsvg2-2
)

# need_packages PACKAGE…: installs those that are missing, or says what to run and stops.
need_packages() {
  if ! have dpkg-query; then
    note "This is not a Debian or Ubuntu system, so nothing can be installed for you. If the build stops at a missing"
    note "header, install what these Debian packages hold: $*"
    return
  fi
  local missing=()
  mapfile -t missing < <(missing_packages "$@")
  if ((${#missing[@]} == 0)); then
    note "all here"
    return
  fi
  note "missing: ${missing[*]%% *}"
  local runner
  runner=$(privileged_runner) || refuse_packages "${missing[@]}"
  install_packages "$runner" "${missing[@]}"
}

# missing_packages PACKAGE…: prints, one per line, those that are not installed, all their names on the line.
missing_packages() {
  local names name
  for names in "$@"; do
    for name in $names; do
      if [[ $(dpkg-query -W -f='${Status}' "$name" 2>/dev/null) == *" ok installed" ]]; then continue 2; fi
    done
    printf '%s\n' "$names"
  done
}

# privileged_runner: prints the words that make a command run as root (none for root itself); fails when there is no way.
privileged_runner() {
  if ((EUID == 0)); then
    printf ''
  elif have sudo && sudo -n true 2>/dev/null; then
    printf 'sudo -n'
  elif have sudo && [[ -t 0 && -t 2 && -z ${CI-} ]]; then
    printf 'sudo' # It may ask for the password.
  else
    return 1
  fi
}

# install_packages RUNNER PACKAGE…: apt-get install, with one look for newer lists when they are missing or out of date.
install_packages() {
  local runner=$1
  shift
  local apt="$runner env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120"
  if [[ $runner == sudo ]]; then sudo -v || refuse_packages "$@"; fi
  if ! known_names "$@" >/dev/null; then quietly $apt update || note "apt-get update had trouble (above); going on"; fi
  local names
  names=$(known_names "$@") || fail "This release has no package for: $(unknown_packages "$@")." \
    "Whet is tried on Debian 12; see docs/installing.md for its requirements."
  note "installing: ${names//$'\n'/ }"
  if ! quietly $apt install -y --no-install-recommends $names; then
    note "trying again with fresh package lists"
    quietly $apt update || true
    quietly $apt install -y --no-install-recommends $names \
      || fail "apt-get could not install them (its words are above). When that is solved, run this again."
  fi
}

# known_names PACKAGE…: prints for each the first name apt knows; fails when there is none for one of them.
known_names() {
  local names name status=0
  for names in "$@"; do
    for name in $names; do
      if apt-cache show --no-all-versions "$name" >/dev/null 2>&1; then
        printf '%s\n' "$name"
        continue 2
      fi
    done
    status=1
  done
  return "$status"
}

unknown_packages() {
  local names
  for names in "$@"; do known_names "$names" >/dev/null || printf '%s ' "$names"; done
}

# refuse_packages PACKAGE…: what to do for somebody who may not install packages.
refuse_packages() {
  local names first=()
  names=$(known_names "$@") || names=$(for names in "$@"; do printf '%s\n' "${names%% *}"; done)
  mapfile -t first <<<"$names"
  fail "These packages are missing, and installing them needs root (sudo is not there or asks for a password). Ask for:" \
    "" "    apt-get update && apt-get install -y ${first[*]}" "" "Then run this again."
}
