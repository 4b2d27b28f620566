import { createHash } from 'node:crypto'

/** React writes attributes without angle brackets, and inline scripts cannot hold their own end. */
const SCRIPT = /<script([^>]*)>([^]*?)<\/script>/g
const SOURCE = / src="([^"]+)"/

/** A page whose scripts are trusted by what they say, not by a nonce, so that it may be sent more than once. */
interface TrustedPage {
  html: string
  /** Sources for `script-src`. */
  sources: string[]
}

/**
 * Takes the hashes of a page's inline scripts. Browsers do not agree on hashes of script files, so an inline script asks
 * for each file in its place; with 'strict-dynamic' it may.
 */
export function trustScripts(html: string): TrustedPage {
  const sources = new Set<string>()
  const trusted = html.replace(SCRIPT, (_element, attributes: string, text: string) => {
    const file = SOURCE.exec(attributes)?.[1]
    const inline = file === undefined ? text : loaderOf(file)
    sources.add(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`)
    return `<script${file === undefined ? attributes : ''}>${inline}</script>`
  })
  return { html: trusted, sources: [...sources] }
}

/** Puts the script element itself in its place, where hydration looks for it. */
function loaderOf(file: string): string {
  const attributes = JSON.stringify({ type: 'module', async: true, src: file }).replaceAll('<', String.raw`\u003c`)
  return `document.currentScript.replaceWith(Object.assign(document.createElement("script"),${attributes}))`
}
