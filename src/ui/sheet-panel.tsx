import { Close, Content, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useReturnFocus } from './use-return-focus.ts'

/** A sheet's state, title and content. */
export interface SheetProps {
  isOpen: boolean
  onClose: () => void
  /** For screen readers. */
  title: string
  children: ReactNode
}

/** The panel of a sheet, with its way out. */
export default function SheetPanel({ isOpen, onClose, title, children }: SheetProps) {
  const { t } = useTranslation()
  const returnFocus = useReturnFocus()
  return (
    <Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-[oklch(0.1_0.01_340/0.5)] data-[state=open]:animate-[fade-in_120ms]" />
        <Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-50 flex w-[min(300px,85vw)] flex-col overflow-y-auto border-e border-hairline bg-surface p-4 outline-none data-[state=open]:animate-[fade-in_180ms]"
        >
          <Title className="sr-only">{title}</Title>
          <Close
            aria-label={t('close')}
            className="ms-auto inline-flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
          >
            <X aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </Close>
          {children}
        </Content>
      </Portal>
    </Root>
  )
}
