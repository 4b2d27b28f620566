import type { ReactNode } from 'react'

/** What a dialog is given, whether it shows as a window or as a drawer. */
export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string | undefined
  children: ReactNode
}
