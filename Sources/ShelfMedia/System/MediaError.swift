/// What went wrong with a file, a program or a library, in words for the user.
package struct MediaError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
