import Glibc
import ShelfMedia

/// Messages to the user, on standard error.
enum Diagnostics {
  static func say(_ message: String) {
    put("\(Program.name): \(message)\n")
  }

  static func warn(_ message: String) {
    say("warning: \(message)")
  }

  /// Bare text; where standard error is gone there is nobody to tell.
  static func put(_ text: String) {
    var text = text
    text.withUTF8 { _ = FileDescriptors.write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }
}
