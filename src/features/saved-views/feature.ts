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
  // For API keys; on pages, all users have saved views.
  permissions: { 'saved-view': { read: ['admin'], manage: ['admin'] } },
  forPrograms: { savedViews: ['saved-view:read', 'saved-view:manage'] },
} as const satisfies Feature
