// `INVISIBLE` matches control characters, line separators, lone surrogates, direction overrides, and invisible characters:
// zero-width spaces, fillers, tags, soft hyphens. `JOINING_CHARACTERS` are allowed, because scripts and emoji need them.
const JOINING_CHARACTERS = /[\p{Join_Control}\p{Variation_Selector}]/gu
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{2800}]/u

/** Whether a name is visible: at least one letter or digit, and no hiding or reordering characters. */
export function isVisibleText(text: string): boolean {
  return !INVISIBLE.test(text.replace(JOINING_CHARACTERS, '')) && /[\p{L}\p{N}]/u.test(text)
}

/** Whether a name looks like a web or email address, which mail programs and users would take for a link. */
export function looksLikeAddress(text: string): boolean {
  return /:\/\/|@|\bwww\.|[\p{L}\p{N}][.。]\p{L}{2}/iu.test(text.normalize('NFKC').replace(JOINING_CHARACTERS, ''))
}

/** Inserts invisible joiners into addresses in a name, so that mail programs do not link them. */
export function preventAutoLinks(text: string): string {
  return text.replace(/[.@。．｡](?=\S)|:(?=\/\/)/gu, '$&\u2060')
}

/**
 * Returns a web address for display. A host with lookalike letters ("аpple.com" with a Cyrillic а) is shown in punycode
 * (xn--…).
 * @param address from `https://` on
 */
export function displayAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { href, host } = new URL(address)
  return address.toLowerCase().includes(host) ? address : href
}

/** Returns a web address for display, without its scheme. */
export function displayAddressWithoutScheme(address: string): string {
  return displayAddress(address).replace(/^https?:\/\//, '')
}
