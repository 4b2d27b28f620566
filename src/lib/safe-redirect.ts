const OUR_ORIGIN = 'https://this.site'
/** All pages to go on to are in one of these areas, or the front page, which leads home. */
const AREA = /^\/(?:$|(?:app|manager|dev)(?:\/|$))/
const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u

/**
 * The path of this site that a `redirect` parameter names, or null for everything else: other sites in any spelling,
 * the API, the login pages (which would loop), and what is in no area of ours.
 * @param redirect text from a URL; may be hostile
 */
export function safeRedirectPath(redirect: string): string | null {
  const spellings = [redirect, decodeOnce(redirect), decodeOnce(decodeOnce(redirect))]
  if (!spellings.every(isPathOfThisSite)) return null
  const url = new URL(redirect, OUR_ORIGIN)
  const path = `${url.pathname}${url.search}${url.hash}`
  // Browsers trim and encode: what comes out must mean the same as what was looked at.
  return isPathOfThisSite(decodeOnce(path)) && isPage(url.pathname) ? path : null
}

function isPathOfThisSite(text: string): boolean {
  if (!text.startsWith('/') || text.startsWith('//') || CONTROL_OR_BACKSLASH.test(text)) return false
  if (!URL.canParse(text, OUR_ORIGIN)) return false
  const url = new URL(text, OUR_ORIGIN)
  const path = url.pathname.replace(/\/{2,}/g, '/').toLowerCase()
  return url.origin === OUR_ORIGIN && !url.pathname.startsWith('//') && !/^\/(api|login)(\/|$)/.test(path)
}

/** No page has a path that cannot be decoded, or one outside of the areas. */
function isPage(pathname: string): boolean {
  try {
    return AREA.test(decodeURI(pathname))
  } catch {
    return false
  }
}

// By itself each, for one stray percent sign must not hide the others. What is not ASCII leads nowhere else.
function decodeOnce(text: string): string {
  return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
