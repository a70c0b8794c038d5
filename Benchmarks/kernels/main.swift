let repeats = 20
let kernels = Kernels.all
let samples = Kernel.measure(kernels, repeats: repeats)

func column(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

func number(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

print("CPU time of one run, the median of \(repeats) repeats and 10 to 90 % of them\n")
print(
  column("kernel", 34), column("n", 6), column("ns", 11), column("10 %", 11), column("90 %", 11),
  column("ns / n", 9))
for (kernel, sample) in zip(kernels, samples) {
  print(
    column(kernel.name, 34), column("\(kernel.n)", 6), column(number(sample.median), 11),
    column(number(sample.low), 11), column(number(sample.high), 11),
    column(number(sample.median / Double(kernel.n)), 9))
}
