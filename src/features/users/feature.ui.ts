import { Users } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages. */
export const users = {
  navigation: [{ area: 'manager', to: '/manager/users', label: 'users', icon: Users, key: 'u' }],
} as const satisfies UiFeature
