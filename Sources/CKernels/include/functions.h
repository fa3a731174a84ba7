// functions.c: exponentials, logarithms and sines whose bits are those of every processor and every C library. Off by at most
// two units in the last place.
#pragma once

/// e^x.
double whet_exp(double x);
/// ln x; −∞ for 0, and not a number below.
double whet_log(double x);
/// x^y. Whole y up to a million are multiplied out.
double whet_power(double x, double y);
/// sin x and cos x, for x up to a million; of larger ones the digits fade.
double whet_sin(double x);
double whet_cos(double x);
/// arctan x.
double whet_atan(double x);
