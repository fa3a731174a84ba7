# A private Python environment. Sourced, never run by itself.

unset PYTHONHOME PYTHONPATH

# find_python: prints a Python that can make environments and is new enough for the pinned packages.
find_python() {
  local name path
  for name in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do
    path=$(command -v "$name") || continue
    if "$path" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s\n' "$path"
      return
    fi
  done
  return 1
}

# python_packages: prints the Debian packages that would bring such a Python; nothing when it is here.
python_packages() {
  if find_python >/dev/null; then return; fi
  printf '%s\n' python3
  if have python3 && ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    printf '%s\n' "python3.13-venv python3.12-venv python3.11-venv" # Ubuntu 22.04's own is 3.10.
  else
    printf '%s\n' python3-venv
  fi
}

# python_environment FOLDER REQUIREMENTS…: makes FOLDER an environment with exactly what the first requirements file
# pins (the others are files it includes). It is made again only when they, the Python or the place have changed.
python_environment() {
  local folder=$1 base stamp
  shift
  base=$(find_python) || fail "No Python from 3.11 on with venv and ensurepip was found." \
    "On Debian 12 it comes with: apt-get install -y python3 python3-venv"
  stamp=$({ printf '%s\n' "$folder" && "$base" -VV && cat "$@"; } | sha256sum)
  mkdir -p "${folder%/*}"
  {
    flock 8 # Two scripts in one checkout make it once.
    if [[ -x $folder/bin/python && -f $folder/.stamp && $(<"$folder/.stamp") == "$stamp" ]]; then
      note "ready: $folder"
    else
      note "making $folder (about a minute the first time)"
      rm -rf "$folder"
      quietly "$base" -m venv "$folder" || fail "Python could not make an environment in $folder (its words are above)."
      quietly "$folder/bin/python" -m pip install --no-input --disable-pip-version-check -r "$1" \
        || fail "pip could not install what ${1#"$PWD"/} asks for (its words are above); it needs the network the first time."
      printf '%s' "$stamp" >"$folder/.stamp"
    fi
  } 8>"$folder.lock"
}
