/**
 * Converts the international domain of an email address to ASCII (`xn--…`), as some browsers do by themselves. Returns any other
 * text unchanged, including a domain with a port or path, which the conversion would drop.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || !/^[a-z0-9.\u0080-\u{10FFFF}-]+$/iu.test(domain) || !/[^.a-z0-9-]/i.test(domain)) return address
  const url = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`) : undefined
  return url ? address.slice(0, at) + url.hostname : address
}
