/**
 * A web address as it is to be read. A host in letters that may pass for others ("аpple.com" with a Cyrillic а) comes out
 * in the spelling that browsers ask for (xn--…).
 * @param address from `https://` on
 */
export function plainAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { href, host } = new URL(address)
  return address.toLowerCase().includes(host) ? address : href
}
