/** The choices of a list: all repositories, or those that the viewer has starred. */
export const FAVOURITES = ['', 'only'] as const
