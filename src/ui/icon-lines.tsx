import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'

/** Sets the stroke width of lucide-react icons in `children` to that of `.icon`, unless an icon sets its own. */
export function IconLines({ children }: { children: ReactNode }) {
  return <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>
}
