import { Close, Overlay } from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** The shade over the page behind a dialog. */
export function Backdrop() {
  return (
    <Overlay className="shade fixed inset-0 z-40 bg-[oklch(0.1_0.01_var(--brand-hue)/0.5)] data-[state=closed]:animate-[fade-out_120ms_forwards] data-[state=open]:animate-[fade-in_120ms]" />
  )
}

/** The button that closes a dialog. */
export function CloseButton() {
  const { t } = useTranslation()
  return (
    <Close aria-label={t('close')} className="icon-button">
      <X aria-hidden="true" className="size-5" />
    </Close>
  )
}

/** A part of a dialog that stays unchanged during the closing animation, even if the page's data changes. */
export const FrozenWhileClosing = memo(
  function Lasting({ children }: { isOpen: boolean; children: ReactNode }) {
    return children
  },
  (_before, { isOpen }) => !isOpen,
)
