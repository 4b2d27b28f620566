import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { useFormEntry } from './use-form-entry.ts'

/** A link that leaves a form without saving. Goes back in the history if the form was opened from the target page. */
export const CancelLink = createLink(CancelAnchor)

function CancelAnchor({ href, onClick, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
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

/** Returns whether a click opens the link in the same tab. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}
