import { lazy, Suspense } from 'react'
import type { SheetProps } from './sheet-panel.tsx'

const SheetPanel = lazy(() => import('./sheet-panel.tsx'))

/** A panel that slides in from the side where lines begin. Loaded when first opened. */
export function Sheet(props: SheetProps) {
  if (!props.isOpen) return null
  return (
    <Suspense>
      <SheetPanel {...props} />
    </Suspense>
  )
}
