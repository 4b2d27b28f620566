import { Ellipsis } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { DialogButton } from './dialog-button.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import { MENU_ID } from './row-choice.tsx'

/** An action that opens a dialog of the page. */
export interface DialogChoice<Dialog extends string> extends Omit<MenuItem, 'name' | 'onChoose'> {
  /** The value of the page's `dialog` parameter. */
  dialog: Dialog
  /** The label with the name of the object, because a page without a script can have several such buttons. */
  named?: string
}

interface MoreMenuProps<Dialog extends string> {
  label: string
  choices: DialogChoice<Dialog>[]
  onOpen: (dialog: Dialog) => void
  /** The forms to show without a script, instead of buttons that open the dialogs. */
  plain?: ReactNode
}

/** A button of three dots with a menu of more actions. Without a script, the actions are buttons side by side. */
export function MoreMenu<Dialog extends string>({ label, choices, onOpen, plain }: MoreMenuProps<Dialog>) {
  const [opener, setOpener] = useState<HTMLElement>()
  if (choices.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opener !== undefined}
        popoverTarget={MENU_ID}
        className="icon-button noscript:hidden"
        onClick={(event) => {
          event.preventDefault()
          setOpener(opener ? undefined : event.currentTarget)
        }}
      >
        <Ellipsis aria-hidden="true" className="size-4" />
      </button>
      {plain && <div className="hidden flex-wrap gap-2 noscript:flex">{plain}</div>}
      {/* The command palette finds these buttons too. */}
      <div className={`hidden flex-wrap gap-2 ${plain === undefined ? 'noscript:flex' : ''}`}>
        {choices.map(({ dialog, label: text, named }) => (
          <DialogButton key={dialog} dialog={dialog} aria-label={named} onOpen={() => onOpen(dialog)}>
            {text}
          </DialogButton>
        ))}
      </div>
      {opener && (
        <Menu
          items={choices.map(({ dialog, ...choice }) => ({ ...choice, name: dialog, onChoose: () => onOpen(dialog) }))}
          button={opener}
          onClose={() => setOpener(undefined)}
        />
      )}
    </>
  )
}
