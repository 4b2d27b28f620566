import { deflateRawSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { CSS_COLOR_NAMES } from './css-color-names.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Whether a text is an http(s) URL without a path, query or fragment. */
export function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`
}

/** Whether a text is a URL with a host and one of these schemes, for example `postgres`. */
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

/** Whether a text is an IP address or network, IPv4 or IPv6: for example `10.0.0.1` or `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = ''] = text.split('/')
  // The library accepts short forms like "10" as IPv4 addresses, but they are typing errors here.
  const isWhole = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)
  return isWhole && (text.includes('/') ? ipaddr.isValidCIDR(text) : true)
}

/** Whether the hostname of a URL is an IP address; IPv6 addresses are in brackets. */
export function isIpAddress(hostname: string): boolean {
  return ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
}

/** Whether a host is an address that only this computer can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
}

/** Whether a text is a color: a CSS color name, `#rgb` or `#rrggbb`. */
export function isCssColor(text: string): boolean {
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) || CSS_COLOR_NAMES.has(text.toLowerCase())
}

/** The minimum compressed size of a random text of 32 characters. Texts with repetitions or letter sequences are smaller. */
const MIN_RANDOM_BYTES = 24

/** Whether a text of at least 32 characters could be random: it has many different characters and no repetition or sequence. */
export function isRandom(text: string): boolean {
  const codes = Buffer.from(text)
  const steps = codes.map((code, index) => code - (codes[index - 1] ?? 0))
  const bytes = [codes, steps].map((buffer) => deflateRawSync(buffer).length)
  return new Set(text).size >= 10 && Math.min(...bytes) >= MIN_RANDOM_BYTES
}

/** Whether a text is exactly one emoji, of one or several code points. */
export function isOneEmoji(text: string): boolean {
  return (
    [...graphemes.segment(text)].length === 1 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text)
  )
}
