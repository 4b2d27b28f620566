import Bowser from 'bowser'

export interface Device {
  /** The browser, for example 'Firefox'; empty if unknown. */
  browser: string
  /** The operating system, for example 'iOS'; empty if unknown. */
  system: string
  kind: 'desktop' | 'mobile' | 'tablet' | 'unknown'
}

/** Returns the device in a User-Agent header. The header is untrusted, so only short, plain names are returned. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: '', system: '', kind: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500))
  const kind = (['desktop', 'mobile', 'tablet'] as const).find((known) => known === platform.type) ?? 'unknown'
  return { browser: withoutOddCharacters(browser.name), system: withoutOddCharacters(os.name), kind }
}

function withoutOddCharacters(name: string | undefined): string {
  return (name ?? '').replace(/[^\p{L}\p{N} .+-]/gu, '').slice(0, 40)
}
