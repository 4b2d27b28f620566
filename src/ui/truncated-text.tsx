import { displayAddressWithoutScheme } from '#lib/text-safety.ts'

/** The length up to which a text always fits, so that it needs no title. */
const MAX_LENGTH_THAT_FITS = 8

/** A user's text on one line: cut with an ellipsis if it is too long, and complete in its title. */
export function TruncatedText({ children }: { children: string }) {
  return (
    <bdi title={titleIfLong(children)} className="cut">
      {children}
    </bdi>
  )
}

/** An address on one line, without its scheme. A long one is cut in the middle, because addresses differ at the end. */
export function TruncatedAddress({ children: address }: { children: string }) {
  const text = displayAddressWithoutScheme(address)
  const end = text.lastIndexOf('/', text.length - 2) + 1
  return (
    <bdi title={titleIfLong(text)} className="cut cut-middle">
      <span>{text.slice(0, end)}</span>
      <span>{text.slice(end)}</span>
    </bdi>
  )
}

/** Returns the title of a text that might be cut; undefined if it always fits. */
export function titleIfLong(text: string): string | undefined {
  return text.length > MAX_LENGTH_THAT_FITS ? text : undefined
}
