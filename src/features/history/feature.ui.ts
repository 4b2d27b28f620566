import { History } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation link of the history. */
export const history = {
  navigation: [
    { area: 'manager', to: '/manager/history', label: 'history', icon: History, key: 'y', showsHistory: true },
  ],
} as const satisfies UiFeature
