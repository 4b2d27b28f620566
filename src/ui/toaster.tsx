import i18next from 'i18next'
import type { CSSProperties } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { toast, Toaster } from 'sonner'

const DURATION_MS = 4_000
const MOST_VISIBLE = 3
// By the tokens: a corner that is open already follows the theme. sonner makes a toast 356 px wide, on phones less.
const CORNER = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--hairline)',
  '--border-radius': 'var(--radius-card)',
  fontFamily: 'inherit',
} as CSSProperties
const TOAST = { fontSize: 'var(--text-base)' }
const ACTION = { height: '32px', borderRadius: 'var(--radius-control)', fontSize: 'var(--text-sm)' }

/** Shows a toast, top right, in the order they come; the corner for them is made with the first. */
export function announce(message: string, action?: { label: string; onClick: () => void }): void {
  root ??= openCorner()
  // Anew with each toast: theme and direction may have changed since the last.
  root.render(<Corner />)
  toast(message, action && { action })
}

let root: Root | undefined

function openCorner(): Root {
  const corner = document.createElement('div')
  corner.id = 'toasts'
  document.body.append(corner)
  return createRoot(corner)
}

function Corner() {
  return (
    <Toaster
      position="top-right"
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      dir="auto"
      containerAriaLabel={i18next.t('notifications')}
      style={CORNER}
      toastOptions={{ style: TOAST, actionButtonStyle: ACTION }}
    />
  )
}
