import { deflateRawSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { CSS_COLOR_NAMES } from './css-color-names.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether a text is an http(s) URL that names a site and nothing on it. */
export function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`
}

/** Whether a text is a URL of one of these schemes (`postgres`, say) that names a host. */
export function isUrlOf(schemes: string[], text: string): boolean {
  return schemes.some((scheme) => new RegExp(`^${scheme}://[^/?#]`).test(text)) && URL.canParse(text)
}

/** Whether a text is a single email address without a display name. */
export function isEmailAddress(text: string): boolean {
  return z.email().safeParse(text).success
}

/** Whether a text is an address, or a name and an address: `Latchkey <no-reply@example.com>`. */
export function isMailbox(text: string): boolean {
  return isEmailAddress(/^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text)
}

/** Whether a text is an IP address or network: `10.0.0.1`, `10.0.0.0/8` and their like of IPv6. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = ''] = text.split('/')
  // The library accepts short forms like "10" as IPv4 addresses, but they are typing errors here.
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return isWhole && (text.includes('/') ? ipaddr.isValidCIDR(text) : true)
}

/** Whether the host of a URL is an IP address: an IPv6 one stands in brackets. */
export function isIpAddress(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
}

/** Whether a host is an address that only this computer can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** Whether a text is a colour: a name that CSS knows, or `#rgb`, or `#rrggbb`. */
export function isCssColor(text: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) || CSS_COLOR_NAMES.has(text.toLowerCase())
}

/** Below so many bytes, compressed, a text of 32 characters or more repeats itself or follows a row of letters. */
const MIN_RANDOM_BYTES = 24

/** Whether a text of 32 characters or more could be random: it holds many characters, and neither they nor the steps between them recur. */
export function isRandom(text: string): boolean {
  const codes = Buffer.from(text)
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? 0))
  const bytes = [codes, steps].map((buffer) => deflateRawSync(buffer).length)
  return new Set(text).size >= 10 && Math.min(...bytes) >= MIN_RANDOM_BYTES
}

/** Whether a text is one emoji, however many code points it is made of. */
export function isOneEmoji(text: string): boolean {
  return (
    [...graphemes.segment(text)].length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text)
  )
}
