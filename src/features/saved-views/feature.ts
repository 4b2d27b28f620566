import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type viewsTexts from '#locales/en/views.json'

/** Lists as somebody has filtered them, by a name of their own. */
export const savedViews = {
  texts: { views: textsOf<typeof viewsTexts>() },
  tables: {
    savedView: { owner: 'user', limit: { most: appConfig.savedView.mostPerList } },
  },
} as const satisfies Feature
