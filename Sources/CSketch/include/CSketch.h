#pragma once

/// The model file of the small feature extractor, byte for byte.
const unsigned char *_Nonnull whet_sketch_file(void);

/// How many bytes it has.
long whet_sketch_length(void);
