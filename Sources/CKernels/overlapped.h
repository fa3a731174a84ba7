// What the vector units do while the matrix unit multiplies, a little at a time.
#pragma once
#include "adam.h"
#include "tiles.h"

#if defined(__x86_64__) && defined(__linux__)

/// How far the work has come.
typedef struct {
  const whet_overlapped_work *work;
  /// How many little pieces are left, and how many are done at a time.
  ptrdiff_t left;
  int pace;
  /// Of cutting: the vector and the number that come next, row by row of a tile; of a right factor, whose tiles have rows of 16
  /// vectors, of all tiles side by side.
  int vector, number;
  const float *from;
  uint16_t *to;
  /// Of Adam: the step, and the first number that has not moved.
  adam_lanes step;
  ptrdiff_t next;
} progress;

/// Cuts a row of a tile. A left factor's numbers lie side by side here, and a right one's vectors: so no tile has to be turned.
INLINE void cut_row(progress *p, const int is_left) {
  const whet_tiling *t = &p->work->tiling;
  const int live = t->vectors - p->vector, deep = t->depth - p->number;
  const ptrdiff_t beside = is_left ? SIDE : SIDE * t->depth_step;
  __m512 first, second;
  if (__builtin_expect(is_left ? live > 0 && deep >= BLOCK : live >= SIDE && deep > SIDE, 1)) {
    first = _mm512_loadu_ps(p->from), second = _mm512_loadu_ps(p->from + beside);
  } else {
    const int here = is_left ? deep : live, too = is_left ? deep - SIDE : live;
    first = _mm512_maskz_loadu_ps(some((is_left ? live : deep) > 0 ? here : 0), p->from);
    second = _mm512_maskz_loadu_ps(some((is_left ? live : deep - SIDE) > 0 ? too : 0), p->from + beside);
  }
  if (!is_left) {
    // Rows far apart, which nobody but us knows will be read.
    const char *ahead = (const char *)(p->from + BLOCK * t->depth_step);
    _mm_prefetch(ahead, _MM_HINT_T1);
    _mm_prefetch(ahead + beside * (ptrdiff_t)sizeof(float), _MM_HINT_T1);
  }
  __m512i parts[PARTS];
  cut(first, second, parts);
  UNROLL for (int part = 0; part < PARTS; part++) _mm512_storeu_si512(p->to + part * t->part_step, parts[part]);
  if (is_left) {
    p->vector++, p->from += t->vector_step, p->to += BLOCK;
    if (p->vector % SIDE != 0) return;
    p->number += BLOCK, p->vector -= SIDE;
    if (p->number >= t->depth) p->number = 0, p->vector += SIDE;
    p->from = p->work->from + p->vector * t->vector_step + p->number;
    p->to = p->work->to + p->vector / SIDE * t->tile_step + p->number / BLOCK * t->block_step;
  } else {
    p->vector += SIDE, p->from += SIDE, p->to += t->tile_step;
    if (p->vector < t->vectors) return;
    // A row of a tile holds number i beside number i + 16.
    p->vector = 0, p->number += p->number % BLOCK == SIDE - 1 ? SIDE + 1 : 1;
    p->from = p->work->from + p->number * t->depth_step;
    p->to = p->work->to + p->number / BLOCK * t->block_step + p->number % BLOCK * BLOCK;
  }
}

INLINE void move_some(progress *p) {
  const whet_overlapped_work *work = p->work;
  const ptrdiff_t rest = (ptrdiff_t)work->count - p->next;
  const __mmask16 exist = rest >= SIDE ? 0xffff : some((int)rest);
  move_lanes(work->w + p->next, work->gradient + p->next, work->m + p->next, work->v + p->next, exist, &p->step);
  p->next += SIDE;
}

/// Does so many little pieces, as far as there are any.
INLINE void go_on(progress *p, ptrdiff_t count, const int kind) {
  if (kind == WHET_IDLE) return;
  count = count < p->left ? count : p->left;
  p->left -= count;
  for (; count > 0; count--) {
    if (kind == WHET_ADAM) move_some(p);
    else cut_row(p, kind == WHET_CUT_LEFT);
  }
}

/// Begins work that is to be done after `times` halts.
INLINE progress begin(const whet_overlapped_work *work, ptrdiff_t times, const int kind) {
  progress p = {.work = work};
  if (kind == WHET_ADAM) {
    p.step = lanes_of(&work->step);
    p.left = ((ptrdiff_t)work->count + SIDE - 1) / SIDE;
  } else if (kind != WHET_IDLE) {
    const whet_tiling *t = &work->tiling;
    p.left = (ptrdiff_t)((t->vectors + SIDE - 1) / SIDE) * ((t->depth + BLOCK - 1) / BLOCK) * SIDE;
    p.from = work->from, p.to = work->to;
  }
  p.pace = (int)(p.left / (times > 0 ? times : 1)) + 1;
  return p;
}
#endif
