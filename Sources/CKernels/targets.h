// What the kernels for AVX-512 are compiled for. Tests/Kernels/avx512.h, which writes these instructions with AVX2's, asks for less.
#pragma once

#ifndef WHET_AVX512
#define WHET_AVX512 "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma"
#endif
