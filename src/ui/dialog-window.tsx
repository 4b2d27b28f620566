import { Content, Description, Portal, Root, Title } from '@radix-ui/react-dialog'
import type { KeyboardEvent, ReactNode } from 'react'
import { Steps, type StepsProps } from './dialog-steps.tsx'
import { CloseButton, FrozenWhileClosing, Backdrop } from './modal-parts.tsx'
import { useReturnFocus } from './use-return-focus.ts'

/** The props of a dialog, which is shown as a window or as a drawer. */
export interface DialogProps extends StepsProps {
  isOpen: boolean
  onClose: () => void
  /** Whether the dialog stays open on Escape, a click outside and a drag, because its content is shown only once. */
  closesOnlyByButton?: boolean
  /**
   * The place of the dialog on wide screens: over the page (the default), or beside the opened content of the page, which stays
   * usable. `start` and `end` are panels at an edge of the screen; `start` also on narrow screens, where other dialogs are drawers.
   * `opener` is below the button that opened the dialog, which has `aria-expanded`.
   */
  place?: 'middle' | 'start' | 'end' | 'opener'
  /** Whether the dialog replaces one that was in the document, so that it does not fade in. */
  continues?: boolean
  title: string
  description?: ReactNode
  children: ReactNode
}

const FADE_CLASSES =
  'data-[state=closed]:animate-[fade-out_120ms_forwards] not-data-continues:data-[state=open]:animate-[fade-in_120ms]'
const WIDTH_CLASS = 'w-[min(480px,calc(100vw-32px))]'
const POSITION_CLASSES = {
  middle: `inset-x-0 top-1/2 mx-auto max-h-[85dvh] -translate-y-1/2 rounded-dialog border ${WIDTH_CLASS} ${FADE_CLASSES}`,
  start:
    'inset-y-0 start-0 w-[min(300px,85vw)] border-e data-[state=closed]:animate-[slide-out_180ms_var(--ease-place)_forwards] data-[state=open]:animate-[slide-in_180ms_var(--ease-place)]',
  end: `side-panel inset-y-0 end-0 border-s ${WIDTH_CLASS} ${FADE_CLASSES}`,
  opener: `opener-panel rounded-dialog border ${FADE_CLASSES}`,
}

/** The dialog of wide screens. */
export default function DialogWindow({ isOpen, onClose, title, description, children, ...options }: DialogProps) {
  const { closesOnlyByButton = false, place = 'middle', continues = false, onPrevious, onNext } = options
  const returnFocus = useReturnFocus(isOpen)
  const hasSteps = onPrevious !== undefined || onNext !== undefined
  const staysOpen = (target: EventTarget | null) =>
    closesOnlyByButton || place === 'end' || (target instanceof Element && target.closest(OPENER) !== null)
  return (
    <Root open={isOpen} onOpenChange={(open) => !open && onClose()} modal={place === 'middle' || place === 'start'}>
      <Portal>
        <Backdrop />
        <Content
          data-continues={continues || undefined}
          onOpenAutoFocus={(event) => place === 'end' && focusPanel(event)}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={(event) => closesOnlyByButton && event.preventDefault()}
          onInteractOutside={(event) => staysOpen(event.target) && event.preventDefault()}
          onKeyDown={(event) => stepOf(event, { onPrevious, onNext })?.()}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={`fixed z-50 flex flex-col overflow-hidden border-hairline bg-surface shadow-xl outline-none ${POSITION_CLASSES[place]}`}
        >
          <FrozenWhileClosing isOpen={isOpen}>
            <Title className={`ps-6 pt-6 text-heading font-semibold ${hasSteps ? 'pe-36' : 'pe-16'}`}>{title}</Title>
            {/* A child scrolls, so that the title and the buttons stay in sight. */}
            <div className="min-h-0 overflow-y-auto px-6 pb-6">
              {description !== undefined && <Description className="mt-1 text-muted">{description}</Description>}
              <div className="mt-5">{children}</div>
            </div>
          </FrozenWhileClosing>
          <div className="dialog-buttons top-6">
            <Steps onPrevious={onPrevious} onNext={onNext} />
            <CloseButton />
          </div>
        </Content>
      </Portal>
    </Root>
  )
}

/** Focuses a panel itself, so that no link in it gets a focus ring. */
function focusPanel(event: Event) {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** Matches the button that opened a dialog beside it. */
const OPENER = '[aria-haspopup="dialog"][aria-expanded="true"]'

/** Returns the step of a key that was pressed in the panel: K for the previous row, J for the next, as in lists. */
function stepOf(event: KeyboardEvent, { onPrevious, onNext }: StepsProps) {
  // Events of a dialog over the panel arrive here too.
  const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!isInside || event.altKey || event.ctrlKey || event.metaKey) return undefined
  if (event.code === 'KeyK') return onPrevious
  return event.code === 'KeyJ' ? onNext : undefined
}
