import { BookMarked } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages, and its part of the history. */
export const repositories = {
  navigation: [
    { area: 'app', to: '/app/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
    { area: 'manager', to: '/manager/repositories', label: 'repositories', icon: BookMarked, key: 'r' },
  ],
  auditGroup: { name: 'repository', isAboutThings: true }, // of repositories alone
} as const satisfies UiFeature
