// What the way through a pooled convolution and the way back share.
#pragma once

/// A maximum came from one of its four windows; this is where the rectifier made it 0.
enum { DEAD = 4 };
