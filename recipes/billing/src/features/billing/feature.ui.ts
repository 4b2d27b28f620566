import { CreditCard } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation link of billing. */
export const billing = {
  navigation: [{ area: 'menu', to: '/app/billing', label: 'billing', icon: CreditCard, key: 'b' }],
} as const satisfies UiFeature
