// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions of shelfcount.h about snapshots, where they are documented.

public import CShelfCount
import ShelfCore

@c @implementation
public func shelf_snapshot_save(
  _ scanner: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ size: UnsafeMutablePointer<Int>?
) -> shelf_status {
  guard let scanner = unsafe open(scanner) else { return failure(SHELF_ERROR_HANDLE) }
  guard let size = unsafe size, capacity >= 0, unsafe bytes != nil || capacity == 0 else {
    return failure(SHELF_ERROR_ARGUMENT)
  }
  let needed = Snapshot.size(of: scanner)
  unsafe size.pointee = needed
  guard needed <= capacity else { return failure(SHELF_ERROR_BUFFER) }
  unsafe Snapshot.write(scanner, to: UnsafeMutableRawBufferPointer(start: bytes, count: needed))
  return success
}

@c @implementation
public func shelf_snapshot_config(
  _ bytes: UnsafeRawPointer?, _ size: Int, _ config: UnsafeMutablePointer<shelf_config>?, _ struct_size: Int
) -> shelf_status {
  guard let config = unsafe config else { return failure(SHELF_ERROR_ARGUMENT) }
  guard struct_size >= FirstRelease.config, let configSize = UInt32(exactly: struct_size) else {
    return failure(SHELF_ERROR_VERSION)
  }
  return unsafe withSnapshot(bytes, size) { snapshot in
    unsafe writePrefix(
      shelf_config(snapshot.configuration, size: configSize), to: config, size: struct_size)
    return success
  }
}

@c @implementation
public func shelf_snapshot_restore(
  _ memory: UnsafeMutableRawPointer?, _ memory_size: Int, _ bytes: UnsafeRawPointer?, _ size: Int,
  _ scanner: UnsafeMutablePointer<OpaquePointer?>?
) -> shelf_status {
  guard let memory = unsafe memory, let scanner = unsafe scanner else { return failure(SHELF_ERROR_ARGUMENT) }
  return unsafe withSnapshot(bytes, size) { snapshot in
    guard unsafe prepare(memory, memory_size, for: snapshot.configuration) else {
      return failure(SHELF_ERROR_MEMORY)
    }
    guard unsafe snapshot.restore(in: memory) else { return failure(SHELF_ERROR_SNAPSHOT) }
    unsafe scanner.pointee = OpaquePointer(memory)
    return success
  }
}

/// Calls `body` with the snapshot that the caller's bytes are, or says why they are none.
@unsafe
private func withSnapshot(
  _ bytes: UnsafeRawPointer?, _ size: Int, _ body: (Snapshot) -> shelf_status
) -> shelf_status {
  guard let bytes = unsafe bytes, size >= 0 else { return failure(SHELF_ERROR_ARGUMENT) }
  switch unsafe Snapshot.read(UnsafeRawBufferPointer(start: bytes, count: size)) {
  case .failure(.damaged): return failure(SHELF_ERROR_SNAPSHOT)
  case .failure(.unsupported): return failure(SHELF_ERROR_UNSUPPORTED)
  case .success(let snapshot): return body(snapshot)
  }
}
