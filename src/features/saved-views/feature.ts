import { textsOf, type Feature } from '#feature/feature.ts'
import type viewsTexts from '#locales/en/views.json'
import { savedViewsConfig } from './saved-views.config.ts'

/** Lists as somebody has filtered them, by a name of their own. */
export const savedViews = {
  isOptional: true,
  texts: { views: textsOf<typeof viewsTexts>() },
  tables: {
    savedView: { owner: 'user', limit: { most: savedViewsConfig.mostPerList } },
  },
} as const satisfies Feature
