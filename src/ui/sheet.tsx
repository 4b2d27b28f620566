import { lazy, Suspense } from 'react'
import type { SheetProps } from './sheet-panel.tsx'
import { useIsRendered } from './use-is-rendered.ts'

const SheetPanel = lazy(() => import('./sheet-panel.tsx'))

/** The delay until a closed sheet is removed, a little longer than the closing animation. */
const EXIT_MS = 260

/** A panel that slides in from the side at which lines start. Loaded when first opened. */
export function Sheet(props: SheetProps) {
  const isRendered = useIsRendered(props.isOpen, EXIT_MS)
  if (!isRendered) return null
  return (
    <Suspense>
      <SheetPanel {...props} />
    </Suspense>
  )
}
