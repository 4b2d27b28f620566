// Control characters, ends of lines, lone halves of a pair, what turns the direction around it, and what is drawn as nothing:
// spaces of no width, fillers, tags, soft hyphens. Joiners and selectors stay: scripts and emoji are written with them.
const JOINS = /[\p{Join_Control}\p{Variation_Selector}]/gu
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{2800}]/u

/** Whether a name shows as what it is: at least one letter or digit, and nothing that hides or reorders. */
export function isVisibleText(text: string): boolean {
  return !INVISIBLE.test(text.replace(JOINS, '')) && /[\p{L}\p{N}]/u.test(text)
}

/** Whether a name reads as a web or email address: mail programs and people would take it for a link. */
export function looksLikeAddress(text: string): boolean {
  return /:\/\/|@|\bwww\.|[\p{L}\p{N}][.。]\p{L}{2}/iu.test(text.normalize('NFKC').replace(JOINS, ''))
}

/** A name for a mail, with joiners that show nowhere in what looks like an address: no mail program makes a link of it. */
export function withoutLinks(text: string): string {
  return text.replace(/[.@。．｡](?=\S)|:(?=\/\/)/gu, '$&\u2060')
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
