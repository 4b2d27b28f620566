/** The limits of favourites, and of recently opened repositories. */
export const favouritesConfig = { maxPerUser: 1_000, recentlyOpened: 8 } as const
