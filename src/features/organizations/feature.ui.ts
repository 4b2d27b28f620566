import { UsersRound } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages. */
export const organizations = {
  navigation: [{ area: 'menu', to: '/app/organizations', label: 'organizations', icon: UsersRound, key: 'o' }],
} as const satisfies UiFeature
