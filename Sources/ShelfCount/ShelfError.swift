internal import CShelfCount

/// Why a call was refused; nothing has changed then.
public struct ShelfError: Error, Equatable, Sendable, CustomStringConvertible {
  /// SHELF_ERROR_* of shelfcount.h.
  public let status: Int32

  /// The library's text, "time did not advance".
  public var description: String { String(cString: shelf_status_text(status)) }

  /// Null pointer, value out of range or not finite.
  public static let argument = ShelfError(status: Int32(SHELF_ERROR_ARGUMENT))
  /// There is no such track, gate or class.
  public static let notFound = ShelfError(status: Int32(SHELF_ERROR_NOT_FOUND))
  /// A table of the configuration is full.
  public static let capacity = ShelfError(status: Int32(SHELF_ERROR_CAPACITY))
  /// Time did not advance.
  public static let time = ShelfError(status: Int32(SHELF_ERROR_TIME))
  /// Not part of this build.
  public static let unsupported = ShelfError(status: Int32(SHELF_ERROR_UNSUPPORTED))
  /// No snapshot, or a damaged one.
  public static let snapshot = ShelfError(status: Int32(SHELF_ERROR_SNAPSHOT))

  static func check(_ status: Int32) throws(ShelfError) {
    guard status == SHELF_OK else { throw ShelfError(status: status) }
  }
}
