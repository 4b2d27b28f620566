/** The numbers of saved views. */
export const savedViewsConfig = { nameMaxLength: 60, mostPerList: 20 } as const
