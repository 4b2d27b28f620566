import { BookMarked } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of repositories, and the history's filter for their events. */
export const repositories = {
  navigation: [
    { area: 'app', to: '/app/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
    { area: 'manager', to: '/manager/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
  ],
  auditGroup: { name: 'repository', isAboutThings: true },
} as const satisfies UiFeature
