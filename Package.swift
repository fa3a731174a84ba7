// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with. A release build has no debug information: it would double the program. It is
/// the compiler's front end that is told, since the package manager asks its driver for it behind these flags. And tests may
/// reach into a release build: what they test is what is used.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-Xfrontend", "-gnone", "-enable-testing"], .when(configuration: .release)),
]

/// Tests are not optimised, what they call is: to optimise them takes longer than they do.
let quicklyBuilt: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// With Swift's own libraries inside, a program starts faster and needs a quarter less memory than with them beside it. Tests have
/// them beside them, for there is a library of tests, so it is the programs alone that are told, and the parts of Foundation with them.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections"],
    .when(configuration: .release))
]

/// The vector kernels are always optimised: an unoptimised kernel is of no use, not even in a debug build.
let kernelFlags: [CSetting] = [
  .unsafeFlags([
    "-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-Wall", "-Wextra", "-Werror",
  ])
]

/// Rooms that make text and figures of values are optimised for size: no loop over many numbers is theirs.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A room of the house: a target, and beside it its tests.
func room(
  _ name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource]? = nil,
  settings: [SwiftSetting] = [], testedWith helpers: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict + settings),
    .testTarget(
      name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "TestSupport"] + dependencies + helpers,
      swiftSettings: strict + quicklyBuilt),
  ]
}

/// A door to a C library from the system's packages. Debian's pkg-config files bring flags that the package manager
/// warns about on every build, so the modules link by name.
func door(_ name: String, debian packages: String...) -> Target {
  .systemLibrary(name: name, providers: [.apt(packages)])
}

let package = Package(
  name: "Whet",
  products: [
    .executable(name: "whet", targets: ["whet"]),
    .executable(name: "whet-bench", targets: ["whet-bench"]),
    .executable(name: "whet-sketch", targets: ["whet-sketch"]),
  ],
  targets: [
    door("CZeroMQ", debian: "libzmq3-dev"),
    door("CSodium", debian: "libsodium-dev"),
    door("CTurboJPEG", debian: "libturbojpeg0-dev"),
    door("CPNG", debian: "libpng-dev"),
    door("CSQLite", debian: "libsqlite3-dev"),
    door("CZlib", debian: "zlib1g-dev", "libminizip-dev"),
    .target(name: "CKernels", cSettings: kernelFlags),
    .target(name: "CResampling", dependencies: ["CKernels"], cSettings: kernelFlags),
    .target(name: "CMemory", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CScheduling", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CRanks", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CTransfer", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(
      name: "CDecoders", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])],
      cxxSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CResources", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "CSketch", exclude: ["sketch.mlmodel"]),
    .target(
      name: "CAllocations", path: "Tests/CAllocations", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .target(
      name: "ExperimentSupport",
      dependencies: ["ModelFile", "Networks", "Pictures", "Tensors", "TestSupport", "Training"],
      path: "Tests/ExperimentSupport", swiftSettings: strict),
    .target(
      name: "ScriptedRunner", dependencies: ["JupyterKernel", "JupyterWire"], path: "Tests/ScriptedRunner",
      swiftSettings: strict),
    .executableTarget(
      name: "scripted-kernel", dependencies: ["JupyterKernel", "JupyterWire", "ScriptedRunner"],
      path: "Tests/scripted-kernel", swiftSettings: strict, linkerSettings: selfContained),

    .executableTarget(
      name: "whet",
      dependencies: [
        "CMemory", "CResources", "Clusters", "CommandLanguage", "Commands", "Experiments", "Figures", "Files",
        "JupyterKernel", "JupyterWire", "Language", "RunStore", "SystemMemory", "Views",
      ],
      exclude: ["Resources"],
      swiftSettings: strict, linkerSettings: selfContained),
    .executableTarget(
      name: "whet-bench",
      dependencies: [
        "Arithmetic", "Commands", "DataFiles", "Experiments", "Figures", "JupyterWire", "Language", "ModelFile",
        "Networks", "Operations", "Pictures", "Samples", "Tensors", "Training",
      ],
      swiftSettings: strict, linkerSettings: selfContained),
    .executableTarget(
      name: "whet-sketch", dependencies: ["ModelFile", "Pictures", "Samples", "Sketching", "Training"],
      swiftSettings: strict, linkerSettings: selfContained),
  ]
    + room("SystemMemory")
    + room("Files", uses: ["SystemMemory"])
    + room("Databases", uses: ["CSQLite"])
    + room("Tensors")
    + room("Arithmetic", uses: ["CKernels", "CScheduling", "Tensors"])
    // Loops over tensors of any rank are always optimised: a debug program would take minutes for a model otherwise.
    + room("Operations", uses: ["Arithmetic", "Tensors"], settings: [.unsafeFlags(["-O"])])
    + room("Networks", uses: ["Arithmetic", "Operations", "SystemMemory", "Tensors"])
    // Sums in double precision are always optimised: tests that leave out one of 45 would take minutes otherwise. So is the
    // reading of data files.
    + room("Training", uses: ["Arithmetic", "Networks", "Operations", "Tensors"], settings: [.unsafeFlags(["-O"])])
    + room(
      "DataFiles", uses: ["Arithmetic", "CZlib", "Databases", "Files", "SystemMemory", "Tensors"],
      settings: [.unsafeFlags(["-O"])])
    + room(
      "ModelFile", uses: ["DataFiles", "Files", "Networks", "Operations", "Training", "Tensors"],
      testedWith: ["CAllocations", "ExperimentSupport", "Pictures"])
    // Reading and drawing pictures is always optimised: tests with large ones would take minutes otherwise.
    + room(
      "Pictures",
      uses: [
        "CDecoders", "CKernels", "CPNG", "CResampling", "CTurboJPEG", "CZlib", "Files", "SystemMemory", "Tensors",
      ],
      settings: [.unsafeFlags(["-O"])])
    + room("Samples", uses: ["CKernels", "Pictures", "Tensors"], settings: [.unsafeFlags(["-O"])])
    + room(
      "Sketching", uses: ["CSketch", "ModelFile", "Networks", "Pictures", "Samples", "Tensors", "Training"],
      testedWith: ["CKernels"])
    + room("NumberForms")
    + room("Figures", uses: ["NumberForms"], settings: small)
    + room("Language", settings: small)
    + room("Wording", uses: ["NumberForms"], settings: small)
    + room("CommandLanguage", uses: ["Language", "Wording"], settings: small)
    + room("RunStore", uses: ["CSodium", "Databases", "Files"])
    + room("Clusters", uses: ["CRanks", "Files"])
    + room("Downloads", uses: ["CTransfer", "Files", "RunStore"])
    + room(
      "Experiments",
      uses: [
        "Clusters", "DataFiles", "Downloads", "Files", "ModelFile", "Networks", "Operations", "Pictures", "RunStore",
        "Samples", "Sketching", "Tensors", "Training",
      ], testedWith: ["ExperimentSupport"])
    + room(
      "Views",
      uses: [
        "Clusters", "DataFiles", "Downloads", "Experiments", "Figures", "Files", "ModelFile", "Networks", "Pictures",
        "RunStore", "Tensors", "Training", "Wording",
      ], settings: small, testedWith: ["ExperimentSupport"])
    + room(
      "Commands",
      uses: [
        "Clusters", "CommandLanguage", "DataFiles", "Downloads", "Experiments", "Figures", "Files", "Language",
        "ModelFile", "Networks", "Pictures", "RunStore", "Samples", "Sketching", "Tensors", "Training", "Views",
        "Wording",
      ], settings: small, testedWith: ["ExperimentSupport"])
    + room("JupyterWire", uses: ["CSodium"])
    + room("JupyterKernel", uses: ["CScheduling", "CZeroMQ", "Files", "JupyterWire"], testedWith: ["ScriptedRunner"])
)
