import { UsersRound } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of organizations, and the history's filter for their events. */
export const organizations = {
  navigation: [{ area: 'menu', to: '/app/organizations', label: 'organizations', icon: UsersRound, key: 'o' }],
  auditGroup: { name: 'organization', isAboutThings: false },
} as const satisfies UiFeature
