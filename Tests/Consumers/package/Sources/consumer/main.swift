import ShelfCount

var scanner = try Scanner(Configuration(width: 640, height: 480))
let band = try scanner.add(.band(0.45...0.55))
for x in stride(from: Float(0), to: 590, by: 10) {  // here: the rows of your detector
  try scanner.update([Detection(box: Box(x1: x, y1: 200, x2: x + 50, y2: 300), score: 0.9)])
}
try scanner.finish()
print(try scanner.counts(band).total, "counted")
