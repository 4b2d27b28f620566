// Discards the product's log, which goes to standard output and would hide the test report. Vitest does not report
// through this stream.
process.stdout.write = (...args: unknown[]) => {
  const written = args.at(-1)
  if (typeof written === 'function') written()
  return true
}
