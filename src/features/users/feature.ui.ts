import { Users } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of the user pages. */
export const users = {
  navigation: [{ area: 'manager', to: '/manager/users', label: 'users', icon: Users, key: 'u' }],
} as const satisfies UiFeature
