import { BookMarked } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages. */
export const repositories = {
  navigation: [
    { area: 'app', to: '/app/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
    { area: 'manager', to: '/manager/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
  ],
} as const satisfies UiFeature
