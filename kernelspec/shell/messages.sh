# What the scripts say. Sourced by kernelspec/start and Tests/run, never run by itself.

if [[ -t 1 && -z ${NO_COLOR-} && ${TERM-dumb} != dumb ]]; then
  bold=$'\e[1m' plain=$'\e[0m'
else
  bold='' plain=''
fi

# step N OF TEXT…: the line a stage begins with.
step() {
  local number=$1 total=$2
  shift 2
  printf '%s[%d/%d]%s %s\n' "$bold" "$number" "$total" "$plain" "$*"
}

# note TEXT…: a line below a step.
note() {
  printf '      %s\n' "$*"
}

# fail TEXT [LINE…]: says why the script stops and what to do, and stops.
fail() {
  printf '\n%s\n' "$1" >&2
  shift
  if (($# > 0)); then printf '%s\n' "$@" >&2; fi
  exit 1
}

# quietly COMMAND…: runs it, and shows what it printed only when it fails.
quietly() {
  local printed status=0
  printed=$("$@" 2>&1 </dev/null) || status=$?
  if ((status != 0)); then printf '%s\n' "$printed" | tail -n 40 >&2; fi
  return "$status"
}

have() {
  command -v "$1" >/dev/null 2>&1
}
