import { Layers } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of the pages, and the history's filter for the events of notes. */
export const notes = {
  navigation: [{ area: 'app', to: '/app/notes', label: 'notes', icon: Layers, key: 'n' }],
  auditGroup: { name: 'note', isAboutThings: true },
} as const satisfies UiFeature
