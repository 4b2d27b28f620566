import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useFormEntry } from './use-form-entry.ts'

/** Leaves the page of a form without saving: back to where the link leads to, if the form was opened there. */
export const CancelLink = createLink(Anchor)

function Anchor({ href, onClick, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const { isOpenedFrom, back } = useFormEntry()

  function leave(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event) || !isOpenedFrom(event.currentTarget.pathname)) return onClick?.(event)
    event.preventDefault()
    void back()
  }

  return (
    <a {...rest} href={href} onClick={leave}>
      {children}
    </a>
  )
}

/** One that opens no other tab or window. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
