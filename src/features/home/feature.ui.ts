import { House } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation link of the home page. */
export const home = {
  navigation: [{ area: 'app', to: '/app', label: 'home', icon: House, key: 'h' }],
} as const satisfies UiFeature
