import { Close, Overlay } from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The shade over the page behind a dialog or a sheet. */
export function Shade() {
  return (
    <Overlay className="fixed inset-0 z-40 bg-[oklch(0.1_0.01_340/0.5)] data-[state=open]:animate-[fade-in_120ms]" />
  )
}

/** The button that closes a dialog or a sheet. @param props.className where it stands */
export function CloseButton({ className }: { className: string }) {
  const { t } = useTranslation()
  return (
    <Close
      aria-label={t('close')}
      className={`inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text ${className}`}
    >
      <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </Close>
  )
}
