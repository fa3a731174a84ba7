public import Experiments
public import Figures

extension PhotoSelection {
  /// How a page names one of its photos; nil where it is in no split of the dataset.
  public func reference(of photo: Photo) -> PhotoReference? {
    let own = dataset.splits.first { text == "\(dataset.name).\($0.name)" }
    guard let split = own ?? dataset.splits.first(where: { $0.photos.contains { $0.url == photo.url } }) else {
      return nil
    }
    return PhotoReference(name: photo.name, split: "\(dataset.name).\(split.name)", label: photo.label)
  }
}
