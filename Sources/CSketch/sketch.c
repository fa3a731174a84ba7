#include "CSketch.h"

// Made by `swift run -c release whet-sketch`; part of the program, so that it is wherever the program is.
// The C of the year before knows #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file[] = {
#embed "sketch.mlmodel"
};

const unsigned char *whet_sketch_file(void) { return file; }

long whet_sketch_length(void) { return sizeof file; }
