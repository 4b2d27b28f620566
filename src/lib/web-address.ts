/** A link as it is kept: with a scheme, which people leave out. */
export function withScheme(link: string): string {
  return /^https?:\/\//i.test(link) ? link : `https://${link}`
}

/** Whether a link is a plain http or https address that leads where it reads. */
export function isWebAddress(link: string): boolean {
  // Format characters reorder or hide what is read, lone halves of a pair are no text at all; what stands before an @ looks like
  // the host and is not.
  if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(link) || !URL.canParse(link)) return false
  const { protocol, hostname, username, password } = new URL(link)
  return (
    (protocol === 'https:' || protocol === 'http:') && /[^.]\.[^.]/.test(hostname) && username === '' && password === ''
  )
}
