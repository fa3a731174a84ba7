public import DataFiles
public import Networks
import Tensors

/// How the arrays of a safetensors file go with the parameters of a network, by their names.
///
/// PyTorch's names are understood: `conv1.weight` is what the layer `conv1` multiplies by, `conv1.bias` what it adds, `running_mean` and
/// `running_var` are a batch normalisation's statistics. A layer's name may be written with dots, slashes or underscores, and more may
/// stand before it in the file.
public struct StoredWeights: Sendable {
  /// A parameter, and the array that has its numbers.
  public struct Match: Sendable, Equatable {
    /// The parameter.
    public let key: ParameterKey
    /// Its shape in the network.
    public let shape: [Int]
    /// The array.
    public let entry: Safetensors.Entry

    /// Whether the array has that shape, axes of length 1 not counted.
    public var fits: Bool { shape.filter { $0 != 1 } == entry.shape.filter { $0 != 1 } }
  }

  /// The parameters that the file has.
  public let matches: [Match]
  /// Those that it has not.
  public let missing: [ParameterKey]
  /// The names of the arrays that no parameter has, counts of batches left out.
  public let unused: [String]

  /// Looks for the parameters of a network in a file.
  public init(_ file: Safetensors, in network: NetworkDefinition) {
    var known: [ParameterKey.Part: [(layer: String, entry: Safetensors.Entry)]] = [:]
    for entry in file.entries {
      guard let (layer, part) = StoredWeights.split(entry.name) else { continue }
      known[part, default: []].append((layer, entry))
    }
    var byName: [ParameterKey.Part: [String: Safetensors.Entry]] = [:]
    for (part, entries) in known {
      byName[part] = Dictionary(entries.map { ($0.layer, $0.entry) }) { first, _ in first }
    }
    var (matches, missing, used): ([Match], [ParameterKey], Set<String>) = ([], [], [])
    for layer in network.layers {
      let name = StoredWeights.plain(layer.name)
      for part in ParameterKey.Part.allCases {
        guard let tensor = layer[part] else { continue }
        let key = ParameterKey(layer: layer.name, part: part)
        let longer = known[part, default: []].filter { $0.layer.hasSuffix(".\(name)") }
        guard let entry = byName[part]?[name] ?? (longer.count == 1 ? longer[0].entry : nil) else {
          missing.append(key)
          continue
        }
        matches.append(Match(key: key, shape: tensor.shape, entry: entry))
        used.insert(entry.name)
      }
    }
    (self.matches, self.missing) = (matches, missing)
    unused = file.entries.map(\.name).filter { !used.contains($0) && !$0.hasSuffix("num_batches_tracked") }
  }

  /// The network with the numbers of the file.
  ///
  /// Precondition: all matches fit.
  ///
  /// - Throws: `SafetensorsError` where an array's numbers are damaged or of a type that is not read.
  public func applied(
    to network: NetworkDefinition, from file: Safetensors
  ) throws(SafetensorsError)
    -> NetworkDefinition
  {
    var network = network
    for match in matches {
      network.setParameter(match.key, to: Tensor(shape: match.shape, values: try file.numbers(of: match.entry)))
    }
    return network
  }

  private static let parts: [String: ParameterKey.Part] = [
    "weight": .weights, "weights": .weights, "gamma": .weights, "kernel": .weights, "bias": .bias, "beta": .bias,
    "running_mean": .mean, "mean": .mean, "running_var": .variance, "variance": .variance,
  ]

  /// The layer and the part that an array's name stands for; nil for others.
  private static func split(_ name: String) -> (layer: String, part: ParameterKey.Part)? {
    guard let dot = name.lastIndex(where: { $0 == "." || $0 == "/" }),
      let part = parts[String(name[name.index(after: dot)...])]
    else { return nil }
    return (plain(String(name[..<dot])), part)
  }

  /// A name with dots in the place of slashes and underscores.
  private static func plain(_ name: String) -> String { String(name.map { "/_".contains($0) ? "." : $0 }) }
}

extension StoredWeights {
  /// Why the file does not go with the network; nil where it does.
  public func problem(in path: String, for model: String) -> FileDiagnostic.Weights? {
    guard !matches.isEmpty else {
      return .noMatch(path, model, arrays: unused, layers: missing.map(\.text))
    }
    let misfits = matches.filter { !$0.fits }
    guard misfits.isEmpty else {
      return .shapes(
        path, model, misfits.map { (name: $0.entry.name, shape: $0.entry.shape, layer: $0.key.layer, wanted: $0.shape) }
      )
    }
    return missing.isEmpty ? nil : .missing(path, model, missing.map(\.text))
  }
}

extension ParameterKey {
  /// As PyTorch names it: `conv1.weight`.
  fileprivate var text: String {
    let names: [Part: String] = [.weights: "weight", .bias: "bias", .mean: "running_mean", .variance: "running_var"]
    return "\(layer).\(names[part] ?? part.rawValue)"
  }
}
