import { CircleUser } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of the account page. */
export const account = {
  navigation: [
    { area: 'app', to: '/app/account', label: 'account', icon: CircleUser, key: 'a' },
    { area: 'manager', to: '/manager/account', label: 'account', icon: CircleUser, key: 'a' },
  ],
} as const satisfies UiFeature
