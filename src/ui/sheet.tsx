import { lazy, Suspense, type ReactNode } from 'react'

const SheetPanel = lazy(() => import('./sheet-panel.tsx'))

export interface SheetProps {
  isOpen: boolean
  onClose: () => void
  /** For screen readers. */
  title: string
  children: ReactNode
}

/** A panel that slides in from the side where lines begin. Loaded when first opened. */
export function Sheet(props: SheetProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <SheetPanel {...props} />
    </Suspense>
  )
}
