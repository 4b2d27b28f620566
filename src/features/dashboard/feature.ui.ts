import { LayoutDashboard } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation link of the dashboard. */
export const dashboard = {
  navigation: [{ area: 'manager', to: '/manager/dashboard', label: 'dashboard', icon: LayoutDashboard, key: 'd' }],
} as const satisfies UiFeature
