/** The limits of the command palette. */
export const paletteConfig = { matchesOfAKind: 5 } as const
