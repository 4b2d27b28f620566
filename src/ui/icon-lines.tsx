import { LucideProvider } from 'lucide-react'
import type { ReactNode } from 'react'

/** Has the icons of lucide-react below drawn in lines as wide as those of `.icon`, unless they say otherwise. */
export function IconLines({ children }: { children: ReactNode }) {
  return <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>
}
