/** Adds `https://` to a link without a scheme, because users often omit it. */
export function withScheme(link: string): string {
  return /^https?:\/\//i.test(link) ? link : `https://${link}`
}

/** Whether a link is a plain http or https URL that leads to the host it shows. */
export function isWebAddress(link: string): boolean {
  // Format characters reorder or hide text, lone surrogates are invalid, and a username before an @ looks like the host.
  if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(link) || !URL.canParse(link)) return false
  const { protocol, hostname, username, password } = new URL(link)
  return (
    (protocol === 'https:' || protocol === 'http:') && /[^.]\.[^.]/.test(hostname) && username === '' && password === ''
  )
}
