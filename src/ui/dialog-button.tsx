import { Button, type ButtonProps } from './button.tsx'

interface DialogButtonProps extends Omit<ButtonProps, 'type' | 'name' | 'value' | 'onClick'> {
  /** The value of the page's `dialog` parameter that opens the dialog in the document. */
  dialog: string
  onOpen: () => void
}

/** A button that opens a dialog with a script, or without one by requesting the page with the dialog open. */
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
