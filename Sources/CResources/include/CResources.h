#pragma once

/// A file of the program's resources by its name, byte for byte; null where there is none of that name.
///
/// - Parameters:
///   - name: The name, without folders.
///   - length: Set to how many bytes it has.
const unsigned char *_Nullable whet_resource(const char *_Nonnull name, long *_Nonnull length);
