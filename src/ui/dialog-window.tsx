import { Content, Description, Portal, Root, Title } from '@radix-ui/react-dialog'
import { CloseButton, FrozenWhileClosing, Backdrop } from './modal-parts.tsx'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

/** The props of a dialog, which is shown as a window or as a drawer. */
export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  /** Whether the dialog stays open on Escape, a click outside and a drag, because its content is shown only once. */
  closesOnlyByButton?: boolean
  /**
   * The edge of the screen at which the window is a panel, as high as the screen. At the start of lines also on narrow screens,
   * where other dialogs are drawers.
   */
  edge?: 'start' | 'end'
  title: string
  description?: ReactNode
  children: ReactNode
}

const FADE_CLASSES = 'data-[state=closed]:animate-[fade-out_120ms_forwards] data-[state=open]:animate-[fade-in_120ms]'
const WIDTH_CLASS = 'w-[min(480px,calc(100vw-32px))]'
const POSITION_CLASSES = {
  middle: `inset-x-0 top-1/2 mx-auto -translate-y-1/2 rounded-dialog border ${WIDTH_CLASS} ${FADE_CLASSES}`,
  start:
    'inset-y-0 start-0 w-[min(300px,85vw)] border-e data-[state=closed]:animate-[slide-out_180ms_var(--ease-place)_forwards] data-[state=open]:animate-[slide-in_180ms_var(--ease-place)]',
  end: `inset-y-0 end-0 border-s ${WIDTH_CLASS} ${FADE_CLASSES}`,
}

/** The dialog of wide screens. */
export default function DialogWindow({ isOpen, onClose, title, description, children, ...options }: DialogProps) {
  const { closesOnlyByButton = false, edge } = options
  const returnFocus = useReturnFocus(isOpen)
  return (
    <Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Portal>
        <Backdrop />
        <Content
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => closesOnlyByButton && event.preventDefault()}
          onInteractOutside={(event) => closesOnlyByButton && event.preventDefault()}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={`fixed z-50 overflow-hidden border-hairline bg-surface shadow-xl outline-none ${POSITION_CLASSES[edge ?? 'middle']}`}
        >
          {/* A child scrolls, because in Firefox the scroll bar of a box covers the box's own round corners. */}
          <div className={`relative overflow-y-auto p-6 ${edge ? 'h-full' : 'max-h-[calc(85dvh-2px)]'}`}>
            <FrozenWhileClosing isOpen={isOpen}>
              <Title className="pe-10 text-heading font-semibold">{title}</Title>
              {description !== undefined && <Description className="mt-1 text-muted">{description}</Description>}
              <div className="mt-5">{children}</div>
            </FrozenWhileClosing>
            <CloseButton className="absolute end-3 top-3" />
          </div>
        </Content>
      </Portal>
    </Root>
  )
}
