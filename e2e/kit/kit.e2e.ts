import type { Page } from '@playwright/test'
import { isLanguage } from '#i18n/languages.ts'
import { localTest as test } from '../support/local-test.ts'
import { replaceDays } from '../support/nameless-days.ts'
import { accessibilityProblems, complaintsOf, horizontalOverflow } from '../support/page-health.ts'
import { alsoInQuickRun } from '../support/speed.ts'
import { expect } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { setInTestTypeface } from '../support/typeface.ts'

interface View {
  theme: 'light' | 'dark'
  lng: string
  screen: 'desktop' | 'phone'
}

const DESKTOP = { width: 1_000, height: 800 }
const PHONE = { width: 390, height: 844 }
const FIRST_VIEW: View = { theme: 'light', lng: 'en', screen: 'desktop' }
const VIEWS: View[] = [
  FIRST_VIEW,
  { theme: 'dark', lng: 'en', screen: 'desktop' },
  { theme: 'light', lng: 'ar', screen: 'desktop' },
  { theme: 'dark', lng: 'ar', screen: 'desktop' },
  { theme: 'light', lng: 'en', screen: 'phone' },
  { theme: 'dark', lng: 'ar', screen: 'phone' },
]
/** The parts with a different layout on phones. In all other parts, content only wraps. */
const REARRANGED_ON_PHONES = new Set(['fields', 'choices', 'kinds', 'form', 'headers', 'rows', 'states', 'menus'])

for (const view of VIEWS.filter(({ lng }) => isLanguage(lng))) {
  const name = `${view.theme}-${view.lng}-${view.screen}`
  const isQuick = alsoInQuickRun(view === FIRST_VIEW)

  test(`the components match their screenshots: ${name}`, isQuick, async ({ page }) => {
    await openKit(page, view)
    // Otherwise, the menu with the index would cover a part of the sections that are higher than the window.
    await page.locator('details.sticky').evaluate((menu) => menu.style.setProperty('position', 'static'))
    for (const section of await page.locator('section').all()) {
      const part = String(await section.getAttribute('id'))
      if (part === 'overlays' || (view.screen === 'phone' && !REARRANGED_ON_PHONES.has(part))) continue
      await expect.soft(section).toHaveScreenshot(`${part}-${name}.png`)
    }
  })

  test(`the overlays match their screenshots: ${name}`, isQuick, async ({ page }) => {
    const { kit, common } = textsOf(view.lng)
    const open = (words: string) => page.getByRole('button', { name: words, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await openKit(page, view)

    const menu = page.locator('#menus details').last()
    await menu.locator('summary').click()
    await expect.soft(menu.locator('> div')).toHaveScreenshot(`menu-${name}.png`)
    await page.keyboard.press('Escape')

    await open(kit.open.dialog)
    await expect.soft(dialog).toHaveScreenshot(`dialog-${name}.png`)
    await page.keyboard.press('Escape')

    await open(kit.open.confirm)
    await dialog.getByRole('button', { name: common.confirm, exact: true }).click()
    await expect(dialog.getByRole('alert')).not.toBeEmpty()
    await expect.soft(dialog).toHaveScreenshot(`confirm-${name}.png`)
    await page.keyboard.press('Escape')

    await open(kit.open.sheet)
    await expect.soft(dialog).toHaveScreenshot(`sheet-${name}.png`)
    await page.keyboard.press('Escape')

    await open(kit.open.undo)
    const toast = page.locator('[data-sonner-toast]')
    await toast.hover()
    await expect.soft(toast).toHaveScreenshot(`toast-${name}.png`)
  })

  test(`the components of the kit are accessible: ${name}`, isQuick, async ({ page }) => {
    const complaints = complaintsOf(page)
    await openKit(page, view)
    const problems = await accessibilityProblems(page)
    // Ignores the rule `landmark-unique`, because this page shows the search field several times.
    expect(problems.filter((problem) => !problem.startsWith('landmark-unique'))).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)
    expect(complaints).toEqual([])
  })
}

test('an empty date field shows a hint, and accepts a date that is typed or filled in', async ({ page }) => {
  const { kit, common } = textsOf('en')
  await openKit(page, FIRST_VIEW)
  const field = page.getByLabel(kit.endsOn).first()
  const words = page.getByText(common.pickADate).first()
  await expect(words).toBeVisible()
  await expect(field).toHaveAccessibleDescription(`${common.pickADate} ${kit.hint}`)
  await field.focus()
  await expect(words).toBeHidden()
  await field.blur()
  await expect(words).toBeVisible()
  await field.focus()
  await page.keyboard.type('03')
  await field.blur()
  await expect(field, 'typed in part').not.toHaveAccessibleDescription(new RegExp(common.pickADate))
  await field.fill('2027-03-14')
  await field.blur()
  await expect(field).toHaveValue('2027-03-14')
  await expect(field).toHaveAccessibleDescription(kit.hint)
})

test('the lists of the kit load more rows, retry after an error, and clear their search', async ({ page }) => {
  const { common } = textsOf('en')
  await openKit(page, FIRST_VIEW)
  await page.getByRole('button', { name: common.list.loadMore }).click()
  await expect(page.locator('footer').getByText('8 of 10,000+')).toBeVisible()
  await page.getByRole('button', { name: common.retry }).click()
  await expect(page.getByRole('alert').filter({ hasText: common.list.failed })).toBeVisible()
  await page.locator('#choices').getByRole('button', { name: common.clearSearch }).click()
  await expect(page.locator('#choices').getByRole('searchbox').last()).toHaveValue('')
  await expect(page.locator('#choices').getByRole('searchbox').last()).toBeFocused()
})

test('the frame of the pages for developers leads to each of them, and the index of the kit to its sections', async ({
  page,
}) => {
  const { kit, common } = textsOf('en')
  await openKit(page, FIRST_VIEW)
  await page.setViewportSize({ width: 1280, height: 800 })
  const frame = page.getByRole('banner').first().getByRole('navigation', { name: common.mainNavigation })
  await expect(frame.locator('[aria-current=page]')).toHaveText('kit')
  const index = page.getByRole('navigation', { name: kit.index })
  await expect(index.getByRole('link')).toHaveText(Object.values(kit.sections), { useInnerText: true })
  for (const section of await page.locator('section').all())
    await expect(index.locator(`[href="#${await section.getAttribute('id')}"]`)).toHaveCount(1)
  await index.getByRole('link', { name: kit.sections.overlays }).press('Enter')
  await expect(page.locator('#overlays')).toBeInViewport()
  await expect(index.locator('[aria-current]')).toHaveText(kit.sections.overlays)
  await page.setViewportSize(PHONE)
  await page.locator('summary').filter({ hasText: kit.index }).click()
  await index.getByRole('link', { name: kit.sections.buttons }).click()
  await expect(page.locator('#buttons h2')).toBeInViewport()
  await expect(index).toBeHidden()
  await frame.getByRole('link', { name: 'inbox' }).click()
  await expect(page).toHaveURL('/dev/inbox')
  await expect(frame.locator('[aria-current=page]')).toHaveText('inbox')
})

test('the switches of the kit change theme and language, and the URL stores both', async ({ page }) => {
  const [en, ar] = [textsOf('en'), textsOf('ar')]
  await page.goto('/dev/kit')
  await page.getByRole('link', { name: en.common.themes.dark, exact: true }).click()
  await expect(page).toHaveURL('/dev/kit?theme=dark&lng=en')
  await expect(page.locator('html')).toHaveClass('dark')
  await page.getByRole('link', { name: 'العربية' }).click()
  await expect(page).toHaveURL('/dev/kit?theme=dark&lng=ar')
  await expect(page.getByRole('heading', { name: ar.kit.title })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

async function openKit(page: Page, { theme, lng, screen }: View) {
  await page.setViewportSize(screen === 'phone' ? PHONE : DESKTOP)
  await page.goto(`/dev/kit?theme=${theme}&lng=${lng}`)
  await expect(page.locator('html')).toHaveClass(theme)
  await expect(page.locator('#states').getByRole('alert')).toBeVisible()
  await setInTestTypeface(page)
  await replaceDays(page)
}
