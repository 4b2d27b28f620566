import type { ReactNode } from 'react'

/** What a sheet is given. */
export interface SheetProps {
  isOpen: boolean
  onClose: () => void
  /** For screen readers. */
  title: string
  children: ReactNode
}
