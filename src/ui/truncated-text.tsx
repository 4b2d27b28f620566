import { shortAddress } from '#lib/text-safety.ts'

/** The length up to which a text always fits, so that it needs no title. */
const MAX_SHORT_LENGTH = 8

/** A user's text on one line: cut with an ellipsis if it is too long, and complete in its title. */
export function TruncatedText({ children }: { children: string }) {
  return (
    <bdi title={titleOf(children)} className="cut">
      {children}
    </bdi>
  )
}

/** An address on one line, without its scheme. A long one is cut in the middle, because addresses differ at the end. */
export function TruncatedAddress({ children: address }: { children: string }) {
  const text = shortAddress(address)
  const end = text.lastIndexOf('/', text.length - 2) + 1
  return (
    <bdi title={titleOf(text)} className="cut cut-middle">
      <span>{text.slice(0, end)}</span>
      <span>{text.slice(end)}</span>
    </bdi>
  )
}

/** Returns the title of a text that might be cut; undefined if it always fits. */
export function titleOf(text: string): string | undefined {
  return text.length > MAX_SHORT_LENGTH ? text : undefined
}
