import { textsOf, type Feature } from '#feature/feature.ts'
import type viewsTexts from '#locales/en/saved-views.json'
import { savedViewsConfig } from './saved-views.config.ts'

/** Saved views: filtered lists that users save under a name. */
export const savedViews = {
  isOptional: true,
  texts: { 'saved-views': textsOf<typeof viewsTexts>() },
  tables: {
    savedView: { owner: 'user', limit: { most: savedViewsConfig.maxPerList } },
  },
} as const satisfies Feature
