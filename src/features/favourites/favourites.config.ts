/** The numbers of favourites, and of what was opened recently. */
export const favouritesConfig = { mostPerPerson: 1_000, recentlyOpened: 8 } as const
