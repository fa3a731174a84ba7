typedef int whet_kernels_unit;
