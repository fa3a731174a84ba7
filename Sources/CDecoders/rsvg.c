#include "CDecoders.h"
#include "library.h"

// What is used of librsvg (rsvg.h, since its version 2.46), and of cairo and GLib, which come with it.
typedef struct {
  double x, y, width, height;
} rectangle;
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} failure;

static struct {
  void *(*make)(const uint8_t *, size_t, failure **);
  int (*draw)(void *, void *, const rectangle *, failure **);
  void (*release)(void *);
  void (*forget)(failure *);
  void *(*surface)(uint8_t *, int, int, int, int);
  int (*stride)(int, int);
  void *(*pen)(void *);
  int (*status)(void *);
  void (*flush)(void *);
  void (*free_pen)(void *);
  void (*free_surface)(void *);
} rsvg;

static const char *const names[] = {"librsvg-2.so.2", NULL};
const char *const whet_svg_library = "librsvg-2.so.2";

static const whet_function functions[] = {
  {&rsvg.make, "rsvg_handle_new_from_data", 0},
  {&rsvg.draw, "rsvg_handle_render_document", 0},
  {&rsvg.release, "g_object_unref", 0},
  {&rsvg.forget, "g_error_free", 0},
  {&rsvg.surface, "cairo_image_surface_create_for_data", 0},
  {&rsvg.stride, "cairo_format_stride_for_width", 0},
  {&rsvg.pen, "cairo_create", 0},
  {&rsvg.status, "cairo_status", 0},
  {&rsvg.flush, "cairo_surface_flush", 0},
  {&rsvg.free_pen, "cairo_destroy", 0},
  {&rsvg.free_surface, "cairo_surface_destroy", 0},
  {NULL, NULL, 0},
};
static whet_library library = {names, functions, NULL, PTHREAD_MUTEX_INITIALIZER, 0};

int whet_svg_is_drawable(void) { return whet_open_library(&library); }

whet_decoding whet_svg_draw(const uint8_t *bytes, size_t count, int width, int height, uint8_t *pixels, char *message) {
  enum { argb = 0 };
  if (!whet_open_library(&library)) return WHET_NO_LIBRARY;
  if (rsvg.stride(argb, width) != width * 4) return WHET_DAMAGED;
  failure *problem = NULL;
  void *drawing = rsvg.make(bytes, count, &problem);
  void *surface = NULL, *pen = NULL;
  int is_drawn = 0;
  if (drawing) {
    surface = rsvg.surface(pixels, argb, width, height, width * 4);
    pen = rsvg.pen(surface);
    rectangle all = {0, 0, width, height};
    is_drawn = rsvg.draw(drawing, pen, &all, &problem) && rsvg.status(pen) == 0;
    rsvg.flush(surface);
    rsvg.free_pen(pen);
    rsvg.free_surface(surface);
    rsvg.release(drawing);
  }
  if (!is_drawn) whet_tell(message, problem ? problem->message : "it cannot be drawn");
  if (problem) rsvg.forget(problem);
  return is_drawn ? WHET_DECODED : WHET_DAMAGED;
}
