import { Layers } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of the pages. */
export const notes = {
  navigation: [{ area: 'app', to: '/app/notes', label: 'notes', icon: Layers, key: 'n' }],
} as const satisfies UiFeature
