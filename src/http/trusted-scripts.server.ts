import { createHash } from 'node:crypto'

/** Matches script elements. A regex is enough: React escapes brackets in attributes, and no inline script contains an end tag. */
const SCRIPT = /<script([^>]*)>([^]*?)<\/script>/g
const SRC_ATTRIBUTE = / src="([^"]+)"/

/** A page whose scripts are trusted by hash instead of a nonce, so that it can be sent more than once. */
interface TrustedPage {
  html: string
  /** Sources for `script-src`. */
  sources: string[]
}

/**
 * Collects the hashes of a page's inline scripts. Not all browsers support hashes of script files, so each script file is
 * replaced with an inline script that loads it, which 'strict-dynamic' allows.
 */
export function trustScripts(html: string): TrustedPage {
  const sources = new Set<string>()
  const trusted = html.replace(SCRIPT, (_element, attributes: string, text: string) => {
    const file = SRC_ATTRIBUTE.exec(attributes)?.[1]
    const inline = file === undefined ? text : inlineLoaderOf(file)
    sources.add(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`)
    return `<script${file === undefined ? attributes : ''}>${inline}</script>`
  })
  return { html: trusted, sources: [...sources] }
}

/** Returns an inline script that inserts the script element for a file at its own position, where hydration expects it. */
function inlineLoaderOf(file: string): string {
  const attributes = JSON.stringify({ type: 'module', async: true, src: file }).replaceAll('<', String.raw`\u003c`)
  return `document.currentScript.replaceWith(Object.assign(document.createElement("script"),${attributes}))`
}
