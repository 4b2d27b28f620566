import { ListChecks } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation link of the list of bulk jobs. */
export const bulk = {
  navigation: [{ area: 'manager', to: '/manager/jobs', label: 'jobs', icon: ListChecks, key: 'j' }],
  systemEntries: ['bulk-job'],
} as const satisfies UiFeature
