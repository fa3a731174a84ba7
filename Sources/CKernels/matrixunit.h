// How the registers of the matrix unit (AMX) are cut, in the form in which it is told (Intel's manual, LDTILECFG).
#pragma once
#include <stdint.h>

enum { UNIT_ROWS = 16, UNIT_ROW_BYTES = 64 };

/// For each register how many bytes a row has, and how many rows there are.
typedef struct {
  uint8_t palette, start;
  uint8_t reserved[14];
  uint16_t row_bytes[16];
  uint8_t rows[16];
} unit_shape;

/// All eight registers whole.
static inline unit_shape whole_unit(void) {
  unit_shape shape = {.palette = 1};
  for (int i = 0; i < 8; i++) shape.row_bytes[i] = UNIT_ROW_BYTES, shape.rows[i] = UNIT_ROWS;
  return shape;
}
