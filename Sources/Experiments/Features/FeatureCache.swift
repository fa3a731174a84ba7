public import Networks
import Pictures
public import Tensors

/// Works out features of photos elsewhere.
public protocol FeatureHelper: AnyObject {
  /// The features of photos that are not known; those of one that is left out are worked out here.
  ///
  /// - Parameters:
  ///   - missing: The photos.
  ///   - all: Those and the others that are asked for, each once.
  ///   - variant: In which way each is turned before the network sees it.
  ///   - extractor: What turns them into features.
  /// - Returns: Their features.
  /// - Throws: What is in the way.
  func features(
    of missing: [Photo], among all: [Photo], _ variant: PhotoVariant, through extractor: Extractor
  ) throws -> [Photo: [Float]]
}

/// Features of photos, each worked out once for as long as there is room: a photo's features under an extractor stay as long
/// as the session and the photo do, unless those asked for since fill a quarter of the memory.
///
/// Owns the machines of the extractors. Used by one thread at a time.
public final class FeatureCache {
  /// What a feature vector is remembered under.
  private struct Key: Hashable {
    let extractor: Fingerprint
    let photo: Photo
    let variant: PhotoVariant
  }

  private var features: RecentValues<Key, [Float]>
  /// The photos at the size networks read them.
  public let photos = PhotoCache()
  /// What photos look like that were compared so far, by their identities.
  public var looks: [String: PerceptualHash] = [:]
  /// What all requests came to.
  public private(set) var total = Account()
  private var networks: [CompiledNetwork] = []
  /// Works features out in the place of this process, for as long as a statement wants it; nil for none.
  public var helper: (any FeatureHelper)?

  /// An empty cache.
  ///
  /// - Parameter capacity: The most bytes of features that are kept; nil for a quarter of the memory there is.
  public init(capacity: Int? = nil) {
    let room = capacity ?? max(256 << 20, (MemoryLimit.available ?? 1 << 30) / 4)
    features = RecentValues(capacity: room) { $0.count * MemoryLayout<Float>.size }
  }

  /// A network that is ready to run, and its output: another extractor of the same fingerprint may call it otherwise.
  private struct CompiledNetwork {
    let fingerprint: Fingerprint
    let network: Network
    let output: String
  }

  /// How many photos go through the network at once.
  private static let batchSize = 8
  /// How many machines are kept; each holds an extractor's weights and buffers.
  private static let machineLimit = 3

  /// What came of a request: how much was new, and how much known already.
  public struct Account: Sendable, Equatable {
    /// Photos that were run through the network.
    public var computed = 0
    /// Photos whose features were known.
    public var known = 0

    /// Puts it together.
    public init(computed: Int = 0, known: Int = 0) {
      self.computed = computed
      self.known = known
    }
  }

  /// The features of photos, [photos, features].
  ///
  /// - Parameters:
  ///   - photos: The photos.
  ///   - variant: In which way each is turned before the network sees it.
  ///   - extractor: What turns them into features.
  ///   - progress: Told how many of how many new photos are done; asked whether to stop.
  /// - Returns: The features, and how many of them had to be worked out.
  /// - Throws: `ExperimentError` where a photo cannot be read, `Interruption` where `progress` answers false. Features found
  ///   until then stay known.
  public func features(
    of photos: [Photo], variant: PhotoVariant = .original, through extractor: Extractor,
    progress: (_ done: Int, _ of: Int) -> Bool = { _, _ in true }
  ) throws -> (tensor: Tensor, account: Account) {
    let photos = extractor.seen(photos)
    guard !extractor.definition.layers.isEmpty else { return try pixels(of: photos, variant, extractor, progress) }
    var account = Account()
    func key(_ photo: Photo) -> Key { Key(extractor: extractor.fingerprint, photo: photo, variant: variant) }
    var missing: [Photo] = []
    var seen: Set<Photo> = []
    var found: [Photo: [Float]] = [:]
    for photo in photos {
      if let known = found[photo] ?? features.value(of: key(photo)) {
        found[photo] = known
        account.known += 1
      } else if seen.insert(photo).inserted {
        missing.append(photo)
      }
    }
    let count = missing.count
    if let helper, count > 0 {
      var known: Set<Photo> = []
      let all = photos.filter { known.insert($0).inserted }
      for (photo, vector) in try helper.features(of: missing, among: all, variant, through: extractor) {
        features.keep(vector, as: key(photo))
        found[photo] = vector
      }
      missing.removeAll { found[$0] != nil }
    }
    for start in stride(from: 0, to: missing.count, by: Self.batchSize) {
      let done = count - missing.count + start
      guard progress(done, count) else {
        throw Interruption.running(done, of: count, through: extractor.source)
      }
      let batch = missing[start..<min(start + Self.batchSize, missing.count)]
      for (photo, vector) in zip(batch, try run(Array(batch), variant, extractor)) {
        features.keep(vector, as: key(photo))
        found[photo] = vector
      }
    }
    account.computed = count
    total.computed += account.computed
    total.known += account.known
    let rows = photos.map { found[$0, default: []] }
    let width = rows.first?.count ?? 0
    return (Tensor(shape: [rows.count, width], values: rows.flatMap { $0 }), account)
  }

  /// How many of the photos, counted from the first up to one whose features are not known, could be asked about at once.
  public func knownAhead(of photos: [Photo], through extractor: Extractor) -> Int {
    extractor.seen(photos).firstIndex {
      features.value(of: Key(extractor: extractor.fingerprint, photo: $0, variant: .original)) == nil
    }
      ?? photos.count
  }

  /// What an extractor without layers makes of photos: their pixels, too many to be kept.
  private func pixels(
    of photos: [Photo], _ variant: PhotoVariant, _ extractor: Extractor, _ progress: (_ done: Int, _ of: Int) -> Bool
  ) throws -> (tensor: Tensor, account: Account) {
    var values: [Float] = []
    for start in stride(from: 0, to: photos.count, by: Self.batchSize) {
      guard progress(start, photos.count) else {
        throw Interruption.reading(start, of: photos.count)
      }
      let batch = photos[start..<min(start + Self.batchSize, photos.count)]
      for row in try run(Array(batch), variant, extractor) { values += row }
    }
    let tensor = Tensor(shape: [photos.count, values.count / max(1, photos.count)], values: values)
    return (tensor, Account(computed: photos.count))
  }

  /// Sees to it that photos can be read before work begins that reads them again and again.
  ///
  /// - Throws: `ExperimentError` for the first that cannot, `Interruption` where `progress` answers false.
  public func check(
    _ photos: [Photo], for extractor: Extractor, progress: (_ done: Int, _ of: Int) -> Bool
  ) throws {
    let image = try extractor.image()
    for start in stride(from: 0, to: photos.count, by: Self.batchSize) {
      guard progress(start, photos.count) else {
        throw Interruption.checking(start, of: photos.count)
      }
      _ = try self.photos.copies(Array(photos[start..<min(start + Self.batchSize, photos.count)]), for: image)
    }
  }

  /// Runs photos through the extractor.
  private func run(_ photos: [Photo], _ variant: PhotoVariant, _ extractor: Extractor) throws -> [[Float]] {
    let image = try extractor.image()
    let pixels = try self.photos.resized(photos, width: image.width, height: image.height)
    return try run(pixels.map { variant.apply(to: $0) }, through: extractor)
  }

  /// The features of pictures of the size the extractor reads; nothing of them is kept.
  ///
  /// - Throws: `ModelError.network`, `Interruption`.
  public func run(_ pixels: [PixelBuffer], through extractor: Extractor) throws -> [[Float]] {
    return try ExperimentError.naming(extractor.source) {
      let compiled = try compiled(extractor)
      do {
        guard let tensor = try compiled.network.forward(images: pixels, goesOn: photos.goesOn)[compiled.output] else {
          return []
        }
        return pixels.indices.map { Array(tensor.row($0)) }
      } catch NetworkError.step(.stopped) {
        throw Interruption.asking(network: extractor.source)
      }
    }
  }

  /// How the layers of an extractor are computed in 8 bits, by what they read of photos; none where none of them can be.
  ///
  /// - Throws: `ExperimentError` where a photo cannot be read, `ModelError.network`, `Interruption`.
  public func quantizations(of extractor: Extractor, on photos: [Photo]) throws -> [String: LayerQuantization] {
    let image = try extractor.image()
    let pixels = try self.photos.resized(extractor.seen(photos), width: image.width, height: image.height)
    return try ExperimentError.naming(extractor.source) {
      do {
        return try Network.calibrated(extractor.definition, images: pixels, goesOn: self.photos.goesOn).quantizations
      } catch NetworkError.step(.stopped) {
        throw Interruption.asking(network: extractor.source)
      }
    }
  }

  /// How far an extractor's features are from those of the same layers in single precision; nil for fewer than two photos.
  ///
  /// - Throws: As `quantizations`.
  public func agreement(of extractor: Extractor, on photos: [Photo]) throws -> FeatureAgreement? {
    let image = try extractor.image()
    let pixels = try self.photos.resized(extractor.seen(photos), width: image.width, height: image.height)
    let exact = Extractor(extractor.definition.inSinglePrecision, source: extractor.source, layer: extractor.layer)
    return FeatureAgreement(try run(pixels, through: exact), try run(pixels, through: extractor))
  }

  /// The features of pictures that are no photos on disk, [pictures, features]; nothing is remembered.
  ///
  /// - Throws: `ModelError.network`.
  public func features(ofPictures pictures: [PixelBuffer], through extractor: Extractor) throws -> Tensor {
    return try ExperimentError.naming(extractor.source) {
      let compiled = try compiled(extractor)
      let values = try compiled.network.forward(images: pictures)[compiled.output]?.values ?? []
      return Tensor(
        shape: [pictures.count, pictures.isEmpty ? 0 : values.count / pictures.count], values: values)
    }
  }

  private func compiled(_ extractor: Extractor) throws -> CompiledNetwork {
    if let place = networks.firstIndex(where: { $0.fingerprint == extractor.fingerprint }) {
      networks.append(networks.remove(at: place))
    } else {
      let network = try Network(extractor.definition)
      networks.append(
        CompiledNetwork(fingerprint: extractor.fingerprint, network: network, output: extractor.definition.outputs[0]))
      if networks.count > Self.machineLimit { networks.removeFirst() }
    }
    return networks[networks.count - 1]
  }
}
