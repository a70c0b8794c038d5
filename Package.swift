// swift-tools-version: 6.2
import PackageDescription

/// What ships is compiled as Embedded Swift: the Makefile turns the trait `Embedded` on and passes
/// `-wmo -no-allocations`, so that no `unsafeFlags` stand here and Swift packages can depend on this one.
let core: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  // Accelerate's CBLAS has a newer twin that only a macro for the C compiler selects.
  .treatWarning("DeprecatedDeclaration", as: .warning),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Embedded", .when(traits: ["Embedded"])),
]

let hosted: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "ShelfCount",
  products: [
    .executable(name: "shelfcount", targets: ["shelfcount"]),
    .library(name: "ShelfCount", targets: ["ShelfCount"]),
    .library(name: "ShelfABI", type: .static, targets: ["ShelfABI"]),
  ],
  traits: [
    .trait(name: "Embedded", description: "Compile the core as Embedded Swift, without a runtime."),
    .trait(name: "BLAS", description: "Kalman prediction by CBLAS (libopenblas-dev)."),
    .trait(name: "Stages", description: "Call shelf_stage where a stage of the frame begins."),
    .default(enabledTraits: ["BLAS"]),
  ],
  targets: [
    .target(name: "CShelfCount", path: "CInclude", publicHeadersPath: "."),
    .systemLibrary(
      name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"])]),
    .systemLibrary(name: "CStages"),
    .target(
      name: "ShelfCore",
      dependencies: [
        .target(name: "COpenBLAS", condition: .when(traits: ["BLAS"])),
        .target(name: "CStages", condition: .when(traits: ["Stages"])),
      ],
      swiftSettings: core,
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "ShelfABI", dependencies: ["ShelfCore", "CShelfCount"], swiftSettings: core),
    .target(name: "ShelfCount", dependencies: ["ShelfABI", "CShelfCount"], swiftSettings: hosted),
    .target(name: "ShelfSim", swiftSettings: hosted),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CJSON", pkgConfig: "libcjson", providers: [.apt(["libcjson-dev"])]),
    .target(name: "COnnxRuntime", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "ShelfMedia",
      dependencies: ["ShelfABI", "CShelfCount", "CCairo", "CJSON", "COnnxRuntime"],
      swiftSettings: hosted),
    .executableTarget(
      name: "shelfcount",
      dependencies: ["ShelfABI", "ShelfSim", "ShelfMedia", "CShelfCount", "CZlib", "CGetopt"],
      swiftSettings: hosted),
    .testTarget(
      name: "ShelfCoreTests",
      dependencies: ["ShelfCore"],
      swiftSettings: hosted),
    .testTarget(
      name: "ShelfABITests",
      dependencies: ["ShelfABI", "ShelfCore", "CShelfCount"],
      swiftSettings: hosted),
    .testTarget(name: "ShelfCountTests", dependencies: ["ShelfCount"], swiftSettings: hosted),
    .testTarget(
      name: "ShelfSimTests",
      dependencies: ["ShelfSim"],
      swiftSettings: hosted),
    .testTarget(
      name: "ShelfMediaTests",
      dependencies: ["ShelfMedia", "ShelfABI", "CShelfCount"],
      swiftSettings: hosted),
  ]
)
