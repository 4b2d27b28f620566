// Control characters, ends of lines, spaces of no width, lone halves of a pair, and what turns the direction around it.
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060\uFEFF]/u

/** Whether a name shows as what it is: at least one letter or digit, and nothing that hides or reorders. */
export function isVisibleText(text: string): boolean {
  return !INVISIBLE.test(text) && /[\p{L}\p{N}]/u.test(text)
}

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
