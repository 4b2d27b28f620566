import type { Page } from '@playwright/test'
import { KEYS, findKeys } from './foreign-texts.ts'

/** Returns the texts on the page that are keys instead of translations, including texts only for screen readers. */
export async function findShownKeys(page: Page): Promise<string[]> {
  const given = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: (string | null)[] = [document.title]
    while (texts.nextNode())
      if (texts.currentNode.parentElement?.localName !== 'script') found.push(texts.currentNode.nodeValue)
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name))
    return found.filter((text) => text !== null)
  })
  return findKeys(given.map((text) => text.trim()))
}

/** Collects the keys that appear in titles and texts from now on, in all documents that the page loads. */
export async function watchForKeys(page: Page): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('tellKey', (text: string) => seen.push(text))
  await page.addInitScript(
    (keys) => {
      const known = new Set(keys)
      const look = () => {
        const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
        const found = [document.title.split(' · ')[0]]
        while (texts.nextNode()) found.push(texts.currentNode.nodeValue ?? '')
        for (const text of found.map((one) => (one ?? '').trim()))
          if (known.has(text)) (window as unknown as { tellKey: (text: string) => void }).tellKey(text)
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    },
    [...KEYS],
  )
  return seen
}
