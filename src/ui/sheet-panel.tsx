import { Content, Portal, Root, Title } from '@radix-ui/react-dialog'
import { CloseButton, Backdrop } from './modal-parts.tsx'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

/** The state, title and content of a sheet. */
export interface SheetProps {
  isOpen: boolean
  onClose: () => void
  /** The title for screen readers. */
  title: string
  children: ReactNode
}

/** The panel of a sheet, with its close button. */
export default function SheetPanel({ isOpen, onClose, title, children }: SheetProps) {
  const returnFocus = useReturnFocus()
  return (
    <Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Backdrop />
        <Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-50 flex w-[min(300px,85vw)] flex-col overflow-y-auto border-e border-hairline bg-surface p-4 outline-none data-[state=closed]:animate-[slide-out_180ms_var(--ease-place)_forwards] data-[state=open]:animate-[slide-in_180ms_var(--ease-place)]"
        >
          <Title className="sr-only">{title}</Title>
          <CloseButton className="ms-auto" />
          {children}
        </Content>
      </Portal>
    </Root>
  )
}
