/// How a picture is brought to the size a model wants. The names are those of the phone's Vision framework.
public enum CropAndScale: String, Sendable, Equatable, CaseIterable, Codable {
  /// Stretched to the new sides; everything stays visible, proportions change.
  case scaleFill
  /// Scaled until it just fits, centred; what is left over is black.
  case scaleFit
  /// Scaled until it just covers, centred; what juts out is cut off.
  case centerCrop
}

extension Picture {
  /// The picture scaled to new sides, by Pillow's `BILINEAR` filter to the bit.
  ///
  /// Precondition: both sides are at least 1.
  public func resized(width newWidth: Int, height newHeight: Int, _ mode: CropAndScale = .scaleFill) -> Picture {
    precondition(newWidth > 0 && newHeight > 0, "a picture of \(newWidth)×\(newHeight) pixels does not exist")
    let (wide, high) = (Double(width), Double(height))
    switch mode {
    case .scaleFill:
      return resampled(x: 0...Float(width), y: 0...Float(height), width: newWidth, height: newHeight)
    case .scaleFit:
      let inner = fitting(width: newWidth, height: newHeight)
      return resized(width: inner.width, height: inner.height).centred(width: newWidth, height: newHeight)
    case .centerCrop:
      let ratio = Double(newWidth) / Double(newHeight)
      let cropWidth = wide / high >= ratio ? ratio * high : wide
      let cropHeight = wide / high >= ratio ? high : wide / ratio
      let (left, top) = ((wide - cropWidth) * 0.5, (high - cropHeight) * 0.5)
      return resampled(
        x: Float(left)...Float(left + cropWidth), y: Float(top)...Float(top + cropHeight), width: newWidth,
        height: newHeight)
    }
  }

  /// The picture scaled down, proportions kept, so that its longer side has at most so many pixels. A smaller picture
  /// stays as it is.
  public func thumbnail(longestSide: Int) -> Picture {
    precondition(longestSide > 0, "a picture of \(longestSide) pixels does not exist")
    guard max(width, height) > longestSide else { return self }
    let inner = fitting(width: longestSide, height: longestSide)
    return resized(width: inner.width, height: inner.height)
  }

  /// The picture scaled, proportions kept, so that its shorter side has so many pixels. A smaller picture stays as it
  /// is.
  public func scaled(smallestSide: Int) -> Picture {
    precondition(smallestSide > 0, "a picture of \(smallestSide) pixels does not exist")
    guard min(width, height) > smallestSide else { return self }
    let factor = Double(smallestSide) / Double(min(width, height))
    return resized(
      width: max(smallestSide, Int((Double(width) * factor).rounded())),
      height: max(smallestSide, Int((Double(height) * factor).rounded())))
  }

  /// The largest sides with this picture's proportions within the given ones, at least 1 pixel each.
  private func fitting(width outerWidth: Int, height outerHeight: Int) -> (width: Int, height: Int) {
    let ratio = Double(width) / Double(height)
    if ratio > Double(outerWidth) / Double(outerHeight) {
      let inner = (Double(height) / Double(width) * Double(outerWidth)).rounded(.toNearestOrEven)
      return (outerWidth, min(outerHeight, max(1, Int(inner))))
    }
    let inner = (ratio * Double(outerHeight)).rounded(.toNearestOrEven)
    return (min(outerWidth, max(1, Int(inner))), outerHeight)
  }

  /// The picture in the middle of a black one.
  private func centred(width outerWidth: Int, height outerHeight: Int) -> Picture {
    let left = Int((Double(outerWidth - width) / 2).rounded(.toNearestOrEven))
    let top = Int((Double(outerHeight - height) / 2).rounded(.toNearestOrEven))
    var bytes = [UInt8](repeating: 0, count: outerWidth * outerHeight * 3)
    for row in 0..<height {
      let to = ((top + row) * outerWidth + left) * 3
      bytes.replaceSubrange(to..<(to + width * 3), with: pixels[(row * width * 3)..<((row + 1) * width * 3)])
    }
    return Picture(width: outerWidth, height: outerHeight, pixels: bytes)
  }
}
