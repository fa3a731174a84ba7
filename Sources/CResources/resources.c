#include "CResources.h"

#include <string.h>

// Files become part of the program here: as a literal in Swift they would take the compiler many seconds.
// The C of the year before knows #embed as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char logo_svg[] = {
#embed "../whet/Resources/logo-svg.svg"
};
static const unsigned char logo_64[] = {
#embed "../whet/Resources/logo-64x64.png"
};
static const unsigned char logo_32[] = {
#embed "../whet/Resources/logo-32x32.png"
};
static const unsigned char remote_entry[] = {
#embed "../whet/Resources/labextension/remoteEntry.js"
};
static const unsigned char highlighter[] = {
#embed "../whet/Resources/labextension/highlighter.js"
};
static const unsigned char canvas[] = {
#embed "../whet/Resources/labextension/canvas.js"
};
static const unsigned char outputs[] = {
#embed "../whet/Resources/labextension/outputs.js"
};
static const unsigned char figures[] = {
#embed "../whet/Resources/labextension/figures.js"
};
static const unsigned char drawings[] = {
#embed "../whet/Resources/labextension/drawings.js"
};
static const unsigned char axes[] = {
#embed "../whet/Resources/labextension/axes.js"
};
static const unsigned char album[] = {
#embed "../whet/Resources/labextension/album.js"
};
static const unsigned char tables[] = {
#embed "../whet/Resources/labextension/tables.js"
};
static const unsigned char editing[] = {
#embed "../whet/Resources/labextension/editing.js"
};
static const unsigned char touch[] = {
#embed "../whet/Resources/labextension/touch.js"
};
static const unsigned char channel[] = {
#embed "../whet/Resources/labextension/channel.js"
};
static const unsigned char elements[] = {
#embed "../whet/Resources/labextension/elements.js"
};
static const unsigned char controls[] = {
#embed "../whet/Resources/labextension/controls.js"
};
static const unsigned char camera[] = {
#embed "../whet/Resources/labextension/camera.js"
};
static const unsigned char photos[] = {
#embed "../whet/Resources/labextension/photos.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}
static const struct {
  const char *name;
  const unsigned char *bytes;
  long length;
} files[] = {
    FILE_OF("logo-svg.svg", logo_svg),       FILE_OF("logo-64x64.png", logo_64),
    FILE_OF("logo-32x32.png", logo_32),      FILE_OF("remoteEntry.js", remote_entry),
    FILE_OF("highlighter.js", highlighter), FILE_OF("canvas.js", canvas),
    FILE_OF("outputs.js", outputs),          FILE_OF("figures.js", figures),
    FILE_OF("tables.js", tables),            FILE_OF("editing.js", editing),
    FILE_OF("touch.js", touch),              FILE_OF("channel.js", channel),
    FILE_OF("elements.js", elements),        FILE_OF("controls.js", controls),
    FILE_OF("camera.js", camera),            FILE_OF("photos.js", photos),
    FILE_OF("drawings.js", drawings),        FILE_OF("axes.js", axes),
    FILE_OF("album.js", album),
};

const unsigned char *whet_resource(const char *name, long *length) {
  for (unsigned long i = 0; i < sizeof files / sizeof *files; ++i)
    if (strcmp(files[i].name, name) == 0) {
      *length = files[i].length;
      return files[i].bytes;
    }
  return 0;
}
