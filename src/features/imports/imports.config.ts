/** The limits of imported files, and the number of hours for which a draft is kept. */
export const importsConfig = {
  maxBytes: 52_428_800,
  maxRows: 100_000,
  maxColumns: 100,
  maxBytesPerRow: 131_072,
  draftHours: 24,
} as const
