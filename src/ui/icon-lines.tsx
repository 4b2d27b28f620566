import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'

/** Sets the stroke width of the lucide-react icons below to that of `.icon`, unless they set their own. */
export function IconLines({ children }: { children: ReactNode }) {
  return <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>
}
