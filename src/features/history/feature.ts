import { textsOf, type Feature } from '#feature/feature.ts'
import type auditTexts from '#locales/en/audit.json'

/** The history: its page, its export and its API. */
export const history = {
  isOptional: true,
  texts: { audit: textsOf<typeof auditTexts>() },
  lists: {
    history: {
      permission: 'audit:read',
      parameters: ['searchTerm', 'actions', 'person', 'part', 'from', 'to', 'job', 'signIns'],
    },
  },
  permissions: {
    audit: {
      read: ['admin'],
    },
  },
  forPrograms: { history: ['audit:read'] },
  audit: ['history-exported'],
} as const satisfies Feature
