const OUR_ORIGIN = 'https://this.site'
/** The paths that redirects can lead to: all pages of the areas, and the front page, which redirects to the start page. */
const AREA = /^\/(?:$|(?:app|manager|dev)(?:\/|$))/
const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u

/**
 * Returns the path of this site in a `redirect` parameter; null for anything else: other sites in any spelling, the API, login
 * pages (which would loop), and unknown areas.
 * @param redirect text from a URL; can be hostile
 */
export function safeRedirectPath(redirect: string): string | null {
  const spellings = [redirect, decodeOnce(redirect), decodeOnce(decodeOnce(redirect))]
  if (!spellings.every(isPathOfThisSite)) return null
  const url = new URL(redirect, OUR_ORIGIN)
  const path = `${url.pathname}${url.search}${url.hash}`
  // Check the result again, because browsers trim and encode.
  return isPathOfThisSite(decodeOnce(path)) && isPage(url.pathname) ? path : null
}

function isPathOfThisSite(text: string): boolean {
  if (!text.startsWith('/') || text.startsWith('//') || CONTROL_OR_BACKSLASH.test(text)) return false
  if (!URL.canParse(text, OUR_ORIGIN)) return false
  const url = new URL(text, OUR_ORIGIN)
  const path = url.pathname.replace(/\/{2,}/g, '/').toLowerCase()
  return url.origin === OUR_ORIGIN && !url.pathname.startsWith('//') && !/^\/(api|login)(\/|$)/.test(path)
}

/** Whether a path can be decoded and is in one of the areas. */
function isPage(pathname: string): boolean {
  try {
    return AREA.test(decodeURI(pathname))
  } catch {
    return false
  }
}

// Decode each escape separately, so that one stray percent sign does not hide others. Non-ASCII is harmless.
function decodeOnce(text: string): string {
  return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
