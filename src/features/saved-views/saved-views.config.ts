/** The limits of saved views. */
export const savedViewsConfig = { nameMaxLength: 60, maxPerList: 20 } as const
