# Where the photos and models are. Sourced, never run by itself.

# find_data CHECKOUT: a folder "shared" beside the checkout serves as the data folder when nobody named one.
find_data() {
  local beside="$1/../shared"
  if [[ -z ${WHET_DATA-} && -d $beside/models && -d $beside/data ]]; then
    WHET_DATA=$(cd "$beside" && pwd)
    export WHET_DATA
  fi
}

# data_folder: the folder the kernel will look into.
data_folder() {
  printf '%s\n' "${WHET_DATA:-${XDG_DATA_HOME:-${HOME-}/.local/share}/whet}"
}

# fetch_data PROGRAM: downloads what the notebooks use and the data folder lacks.
fetch_data() {
  printf 'fetch gestures squeezenet mnist\n' | "$1" run /dev/stdin 2>&1 | sed 's/^/      /' \
    || note "Not everything could be downloaded."
}

# tell_data: says where that is, and for what the notebooks take samples.
tell_data() {
  local folder missing=()
  folder=$(data_folder)
  [[ -d $folder/data/gestures/train ]] \
    || missing+=("data/gestures (the photos, MIT: folder Dataset of https://github.com/hollance/coreml-training)")
  [[ -d $folder/data/mnist ]] || missing+=("data/mnist (MNIST's IDX files, at least the two that begin with t10k)")
  [[ -f $folder/models/SqueezeNet.mlmodel || -f $folder/models/SqueezeNetFP16.mlmodel ]] \
    || missing+=("models/SqueezeNetFP16.mlmodel (Apple's file: https://developer.apple.com/machine-learning/models/)")
  note "data: $folder"
  if ((${#missing[@]} == 0)); then return; fi
  note "Some files are not there yet; the notebooks run with samples instead. To download them: ./kernelspec/start --fetch,"
  note "or in a notebook: fetch gestures squeezenet mnist"
  note "Or put them there by hand, or name another folder in WHET_DATA:"
  local line
  for line in "${missing[@]}"; do note "  $line"; done
}
