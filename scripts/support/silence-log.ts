// The product logs to standard output, where it would bury the report of the tests. Vitest reports by another way.
process.stdout.write = (...args: unknown[]) => {
  const written = args.at(-1)
  if (typeof written === 'function') written()
  return true
}
