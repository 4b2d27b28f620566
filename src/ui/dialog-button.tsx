import { Button, type ButtonProps } from './button.tsx'

interface DialogButtonProps extends Omit<ButtonProps, 'type' | 'name' | 'value' | 'onClick'> {
  /** The value of the page's `dialog` parameter that has the dialog in the document. */
  dialog: string
  onOpen: () => void
}

/** The button that opens a dialog: by a script where one runs, else by asking for the page that has it open. */
export function DialogButton({ dialog, onOpen, ...button }: DialogButtonProps) {
  return (
    <form className="contents">
      <Button
        {...button}
        type="submit"
        name="dialog"
        value={dialog}
        onClick={(event) => {
          event.preventDefault()
          onOpen()
        }}
      />
    </form>
  )
}
