// swift-tools-version: 6.2
import PackageDescription

/// An app that depends on ShelfCount by its path, as a user's would.
let package = Package(
  name: "consumer",
  dependencies: [.package(name: "ShelfCount", path: "../../..", traits: [])],
  targets: [
    .executableTarget(name: "consumer", dependencies: [.product(name: "ShelfCount", package: "ShelfCount")])
  ]
)
