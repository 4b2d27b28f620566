import i18next from 'i18next'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { toast, Toaster } from 'sonner'
import { IconLines } from './icon-lines.tsx'

const DURATION_MS = 4_000
/** Long enough to see what was done and to take it back. */
const DURATION_WITH_ACTION_MS = 10_000
const MOST_VISIBLE = 3
const OFFSET = { top: 'calc(var(--stuck-height, 0px) + var(--toast-top))' }
// By the tokens: a corner that is open already follows the theme. sonner makes a toast 356 px wide, on phones less.
const CORNER = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--hairline)',
  '--border-radius': 'var(--radius-card)',
  fontFamily: 'inherit',
} as CSSProperties
const TOAST = { fontSize: 'var(--text-body)' }
const ACTION = { height: '32px', borderRadius: 'var(--radius-control)', fontSize: 'var(--text-small)' }
/** Of 24 px, and of 44 for a finger. */
const CLOSE_BUTTON = 'size-6! after:absolute after:-inset-2.5 pointer-fine:after:hidden'
const ICONS = {
  success: <CircleCheck aria-hidden="true" className="size-4 text-success" />,
  error: <TriangleAlert aria-hidden="true" className="size-4 text-danger" />,
}

/** Shows a toast where lines end on top, in the order they come; the corner for them is made with the first. */
export function announce(
  kind: keyof typeof ICONS,
  message: string,
  action?: { label: string; onClick: () => void },
): void {
  root ??= openCorner()
  // Anew with each toast: theme and direction may have changed since the last.
  root.render(<Corner />)
  toast[kind](message, action && { action, duration: DURATION_WITH_ACTION_MS })
}

let root: Root | undefined

function openCorner(): Root {
  const corner = document.createElement('div')
  corner.id = 'toasts'
  document.body.append(corner)
  return createRoot(corner)
}

function Corner() {
  const { dir } = document.documentElement
  return (
    <IconLines>
      <Toaster
        position={dir === 'rtl' ? 'top-left' : 'top-right'}
        dir={dir === 'rtl' ? 'rtl' : 'ltr'}
        duration={DURATION_MS}
        visibleToasts={MOST_VISIBLE}
        offset={OFFSET}
        mobileOffset={OFFSET}
        icons={ICONS}
        closeButton
        containerAriaLabel={i18next.t('notifications')}
        style={CORNER}
        toastOptions={{
          style: TOAST,
          actionButtonStyle: ACTION,
          classNames: { closeButton: CLOSE_BUTTON },
          closeButtonAriaLabel: i18next.t('close'),
        }}
      />
    </IconLines>
  )
}
