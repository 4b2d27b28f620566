import { lazy, Suspense, type ReactNode } from 'react'
import { appConfig } from '#app.config'
import { useMediaQuery } from './use-media-query.ts'

const DialogWindow = lazy(() => import('./dialog-window.tsx'))
const DialogDrawer = lazy(() => import('./dialog-drawer.tsx'))

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string | undefined
  children: ReactNode
}

/** A question or a form over the page: a window on wide screens, a drawer from below on narrow ones. Loaded when first opened. */
export function Dialog(props: DialogProps) {
  const isWide = useMediaQuery(`(min-width: ${appConfig.breakpoints.dialog}px)`)
  if (!props.isOpen) return null
  return <Suspense>{isWide ? <DialogWindow {...props} /> : <DialogDrawer {...props} />}</Suspense>
}
