import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { directionOf, type Language } from '#i18n/languages.ts'
import { ALL_PAGES, isFirstState, TESTED_PAGES } from '../support/all-pages.ts'
import { expect, resize, SCREENS } from '../support/all-visitors.ts'
import { findForeignTexts, findKeys } from '../support/foreign-texts.ts'
import type { ProductPage } from '../support/pages/product-page.ts'
import { accessibilityProblems } from '../support/page-health.ts'
import { expectScreenshot, FIRST_VIEW, SCREENSHOT_PAGES_IN_RUN, test, viewsOf } from '../support/screenshots.ts'
import { expectControlsInReach } from '../support/reach.ts'
import { isFullRun, TESTED_LANGUAGES } from '../support/speed.ts'
import { textsOf } from '../support/texts.ts'
import { setInTestTypeface } from '../support/typeface.ts'
import { fitFaults } from '../support/widths.ts'

test.describe.configure({ mode: 'parallel', timeout: 120_000 })

const BOTH = ['desktop', 'phone'] as const

/**
 * Matches exports, which only their own tests download, because a download would add an entry to the history in the
 * screenshots.
 */
const EXPORT = /\/export\?/
/** All links that were followed, each with the visitor who followed it. */
const followed = new Set<string>()

test('ALL_PAGES contains every route', () => {
  const files = readdirSync('src/routes', { recursive: true, encoding: 'utf8' })
  const routes = files
    .filter((file) => file.endsWith('.tsx') && !/(^|\/)-|__root|route\.tsx$/.test(file))
    .map((file) => `/${file.replace(/(index)?\.tsx$/, '')}`)
  expect(routes.length).toBeGreaterThan(10)
  expect([...new Set(ALL_PAGES.map(({ route }) => route))].filter((route) => route !== null).sort()).toEqual(
    routes.sort(),
  )
})

for (const shown of TESTED_PAGES)
  test(`${shown.name}: is complete in every language and accessible on every screen`, async ({
    open,
    visitors,
    world,
  }) => {
    const linked = new Set<string>()
    for (const language of isFullRun || isFirstState(shown) ? TESTED_LANGUAGES : TESTED_LANGUAGES.slice(0, 1)) {
      const texts = textsOf(language)
      const { page, status, complaints } = await open(shown, language)
      const where = `${shown.name} in ${language}`
      expect.soft(status, where).toBe(shown.status ?? 200)
      expect.soft(await page.title(), where).toBe(`${shown.title(texts, world)} · ${appConfig.name}`)
      const { lang, dir, mains, headings, links, given } = await contentsOf(page)
      expect.soft({ lang, dir }, where).toEqual({ lang: language, dir: directionOf(language) })
      expect.soft(mains, where).toBe(1)
      expect.soft(headings[0], `${where} begins with its h1`).toBe(1)
      expect.soft(headings.filter((level) => level === 1).length, where).toBe(1)
      expect
        .soft(
          headings.filter((level, at) => level > (headings[at - 1] ?? 0) + 1),
          `${where} skips a level`,
        )
        .toEqual([])
      expect.soft(findKeys(given), where).toEqual([])
      expect.soft(findForeignTexts(given, language), where).toEqual([])
      expect.soft(complaints, where).toEqual([])
      for (const link of links) linked.add(link)
      const hasPicture = SCREENSHOT_PAGES_IN_RUN.includes(shown) && viewsOf(shown).includes(FIRST_VIEW)
      if (language === FIRST_VIEW.lng && hasPicture) await expectScreenshot(page, shown, FIRST_VIEW)
      await expectAccessible(page, shown, language)
      await expectFit(page, where)
    }
    for (const link of linked) {
      if (EXPORT.test(link) || followed.has(`${shown.visitor} ${link}`)) continue
      const answer = await visitors[shown.visitor].request.get(link)
      expect.soft(answer.status(), `${shown.name} leads to ${link}`).toBeLessThan(400)
      followed.add(`${shown.visitor} ${link}`)
    }
  })

/** Checks accessibility: in Arabic on a phone, in English on a desktop. The full run checks English in both themes on both. */
async function expectAccessible(page: Page, { name, screen }: ProductPage, language: Language) {
  if (language !== 'en' && language !== 'ar') return
  const isEnglish = language === 'en'
  const screens = screen ? [screen] : !isEnglish ? (['phone'] as const) : isFullRun ? BOTH : (['desktop'] as const)
  for (const each of screens) {
    await resize(page, SCREENS[each])
    expect.soft(await accessibilityProblems(page), `${name} in ${language} on a ${each}`).toEqual([])
  }
  if (isEnglish && isFullRun) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveClass(/dark/)
    for (const each of screens.toReversed()) {
      await resize(page, SCREENS[each])
      // Check only contrast in the dark theme, because no other rule depends on the theme.
      expect.soft(await accessibilityProblems(page, ['color-contrast']), `${name} on a ${each}, dark`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  // In English, check the reach of controls only in `npm run test:all`.
  if (!isEnglish || isFullRun) await expectControlsInReach(page, `${name} in ${language}`)
}

/** Checks that words fit on the narrowest screen, in the widest typeface. */
async function expectFit(page: Page, where: string) {
  await setInTestTypeface(page, 'wide')
  await resize(page, { width: 320, height: 640 })
  expect.soft(await fitFaults(page), `${where}, 320 px wide`).toEqual([])
}

/** Returns the structure, the links and the texts of a page, including texts for screen readers. */
function contentsOf(page: Page) {
  return page.evaluate(() => {
    const told = ['aria-label', 'title', 'placeholder', 'alt']
    const given = [...document.querySelectorAll(`[${told.join('], [')}]`)].flatMap((element) =>
      told.map((name) => element.getAttribute(name) ?? ''),
    )
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode as Text
      if (parentElement && !parentElement.closest('script, style, bdi')) given.push(nodeValue ?? '')
    }
    return {
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      mains: document.querySelectorAll('main').length,
      headings: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName[1])),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])')]
        .map(({ href }) => href)
        .filter((href) => href.startsWith(location.origin)),
      given: [...new Set(given.map((text) => text.trim()))].filter((text) => text !== ''),
    }
  })
}
