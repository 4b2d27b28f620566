/** Lists an error and its causes, each with the code of the driver or the system, if any. */
export function causesOf(error: unknown): (Error & { code?: unknown })[] {
  const causes: Error[] = []
  for (let current = error; current instanceof Error && causes.length < 6; current = current.cause) causes.push(current)
  return causes
}

/** Returns the first code of an error or one of its causes: of the driver (SQLSTATE) or of the system. */
export function errorCodeIn(error: unknown): string | undefined {
  return causesOf(error)
    .map(({ code }) => code)
    .find((code) => typeof code === 'string')
}
