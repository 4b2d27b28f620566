import type { Page } from '@playwright/test'
import { rowsOfLanguages } from '#lib/test-languages.ts'
import { localTest as test } from '../support/local-test.ts'
import { accessibilityProblems, complaintsOf, untilHydrated } from '../support/page-health.ts'
import { expect } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { alsoInQuickRun, TESTED_LANGUAGES } from '../support/speed.ts'

/** Amounts and a country as users type them in each language. */
const TYPED = {
  en: { quantity: '1,000', weight: '2.5', price: '€1,234.50', search: 'keny', country: 'Kenya' },
  fr: { quantity: '1 000', weight: '2,5', price: '1 234,50 €', search: 'keny', country: 'Kenya' },
  ar: { quantity: '١٬٠٠٠', weight: '٢٫٥', price: '١٬٢٣٤٫٥٠', search: 'كيني', country: 'كينيا' },
  sw: { quantity: '1,000', weight: '2.5', price: '1,234.5', search: 'keny', country: 'Kenya' },
}
type Typed = (typeof TYPED)['en']
const NOTE = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A quiet door') }

for (const [language, typed] of rowsOfLanguages(Object.entries(TYPED))) {
  const { kit, common, errors } = textsOf(language)

  test(
    `a form with every kind of field is filled in, in ${language}`,
    alsoInQuickRun(TESTED_LANGUAGES.includes(language)),
    async ({ page }) => {
      const complaints = complaintsOf(page)
      const form = await openForm(page, language)
      await form.getByLabel(kit.name, { exact: true }).fill('Chairs')
      await typeAmounts(page, language, typed)
      await form.getByLabel(kit.endsOn).fill('2027-03-14')
      const country = form.getByRole('combobox', { name: kit.sample.country })
      await country.fill(typed.search)
      await form.getByRole('option', { name: typed.country, exact: true }).click()
      await expect(country).toHaveValue(typed.country)
      await form.getByLabel(kit.sample.plans.yearly).check()
      await form.getByLabel(kit.sample.isGift).check()
      await form.getByRole('switch').uncheck()
      await form.getByLabel(kit.sample.file).setInputFiles(NOTE)
      await expect(form.getByText('note.txt')).toBeVisible()
      await form.getByRole('button', { name: common.save }).click()
      const understood =
        '{"name":"Chairs","quantity":1000,"weight":2.5,"price":123450,"endsOn":"2027-03-14","plan":"yearly","country":"KE","isGift":true,"isTold":false}'
      await expect(form.getByText(understood)).toBeVisible()
      expect(complaints).toEqual([])
    },
  )

  test(
    `a form with every kind of field shows errors and keeps the input, in ${language}`,
    alsoInQuickRun(TESTED_LANGUAGES.includes(language)),
    async ({ page }) => {
      const form = await openForm(page, language)
      const quantity = form.getByLabel(kit.sample.quantity, { exact: true })
      await form.getByLabel(kit.name, { exact: true }).fill('Chairs')
      await quantity.fill('1.2.3')
      await form.getByLabel(kit.sample.price, { exact: true }).fill('x')
      await form.getByRole('button', { name: common.save }).click()
      await expect(quantity).toHaveAccessibleDescription(errors.validation.number)
      await expect(quantity).toBeFocused()
      await expect(form.getByLabel(kit.sample.price, { exact: true })).toHaveAccessibleDescription(
        errors.validation.number,
      )
      await expect(form.getByRole('combobox', { name: kit.sample.country })).toHaveAccessibleDescription(
        errors.validation.required,
      )
      await expect(quantity).toHaveValue('1.2.3')
      expect((await accessibilityProblems(page)).filter((problem) => !problem.startsWith('landmark-unique'))).toEqual(
        [],
      )
    },
  )
}

test('every kind of field can be used by keyboard only', async ({ page }) => {
  const { kit } = textsOf('en')
  const form = await openForm(page, 'en')
  const country = form.getByRole('combobox', { name: kit.sample.country })
  await country.focus()
  await page.keyboard.press('ArrowDown')
  await expect(country).toHaveAttribute('aria-expanded', 'true')
  await expect(form.getByRole('option')).toHaveCount(20)
  expect((await accessibilityProblems(page)).filter((problem) => !problem.startsWith('landmark-unique'))).toEqual([])
  // The list loads more options when its end is reached.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('option')).not.toHaveCount(20)
  await page.keyboard.type('burk')
  await expect(form.getByRole('option')).toHaveText(['Burkina Faso'])
  await page.keyboard.press('Escape')
  await expect(country).toHaveValue('')
  await page.keyboard.type('zzz')
  await expect(form.getByText('No results for "zzz"')).toBeVisible()
  await country.fill('burk')
  await expect(form.getByRole('option')).toHaveText(['Burkina Faso'])
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue('Burkina Faso')
  // Typed text without a chosen option does not change the value.
  await page.keyboard.type('nowhere')
  await page.keyboard.press('Tab')
  await expect(country).toHaveValue('Burkina Faso')
  await expect(form.getByLabel(kit.sample.plans.monthly)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(form.getByLabel(kit.sample.plans.yearly)).toBeChecked()
  await form.getByRole('switch').focus()
  await page.keyboard.press('Space')
  await expect(form.getByRole('switch')).not.toBeChecked()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [language, typed] of rowsOfLanguages(Object.entries(TYPED))) {
    const { kit, common, errors } = textsOf(language)

    test(
      `a form with every kind of field shows errors, keeps the input, and is then accepted, in ${language}`,
      alsoInQuickRun(TESTED_LANGUAGES.includes(language)),
      async ({ page }) => {
        const form = await openPlainForm(page, language)
        await form.getByLabel(kit.sample.quantity, { exact: true }).fill('1.2.3')
        await form.getByLabel(kit.sample.price, { exact: true }).fill(typed.price)
        await form.getByLabel(kit.sample.plans.yearly).check()
        await form.getByRole('switch').uncheck()
        await form.getByRole('button', { name: common.save }).click()
        await expect(form.getByLabel(kit.name, { exact: true })).toHaveAccessibleDescription(errors.validation.required)
        await expect(form.getByLabel(kit.sample.quantity, { exact: true })).toHaveAccessibleDescription(
          errors.validation.number,
        )
        await expect(form.getByLabel(kit.sample.quantity, { exact: true })).toHaveValue('1.2.3')
        await expect(form.getByLabel(kit.sample.price, { exact: true })).toHaveValue(typed.price)
        await expect(form.getByLabel(kit.sample.plans.yearly)).toBeChecked()
        await expect(form.getByRole('switch')).not.toBeChecked()

        await form.getByRole('searchbox').fill(typed.search)
        await form.getByRole('button', { name: common.search }).click()
        await expect(form.getByRole('searchbox')).toHaveValue(typed.search)
        await form.getByLabel(kit.sample.country, { exact: true }).selectOption(typed.country)
        await typeAmounts(page, language, typed)
        await form.getByLabel(kit.name, { exact: true }).fill('Chairs')
        await form.getByLabel(kit.sample.file).setInputFiles(NOTE)
        await form.getByRole('button', { name: common.save }).click()
        await expect(page.getByRole('status').filter({ hasText: 'Chairs' })).toBeVisible()
        await expect(page).toHaveURL(`/dev/kit?lng=${language}`)
      },
    )
  }

  test('the file field refuses a file of another type', async ({ page }) => {
    const { kit, common, errors } = textsOf('en')
    const form = await openPlainForm(page, 'en')
    await form.getByLabel(kit.name, { exact: true }).fill('Chairs')
    await form.getByLabel(kit.sample.country, { exact: true }).selectOption({ index: 1 })
    await form.getByLabel(kit.sample.file).setInputFiles({ ...NOTE, mimeType: 'image/png' })
    await form.getByRole('button', { name: common.save }).click()
    await expect(form.getByLabel(kit.sample.file)).toHaveAccessibleDescription(new RegExp(errors.validation.fileType))
  })

  test('the file field refuses a file that is too large, and shows the maximum size', async ({ page }) => {
    const { kit, common } = textsOf('en')
    const form = await openPlainForm(page, 'en')
    await form.getByLabel(kit.name, { exact: true }).fill('Chairs')
    await form.getByLabel(kit.sample.country, { exact: true }).selectOption({ index: 1 })
    await form.getByLabel(kit.sample.file).setInputFiles({ ...NOTE, buffer: Buffer.alloc(40_000, 'a') })
    await form.getByRole('button', { name: common.save }).click()
    await expect(form.getByLabel(kit.sample.file)).toHaveAccessibleDescription(/at most \d+ KB/)
  })
})

async function openForm(page: Page, language: string) {
  const form = await openPlainForm(page, language)
  // Before hydration, the list of countries is a `<select>`.
  await untilHydrated(page)
  return form
}

async function openPlainForm(page: Page, language: string) {
  await page.goto(`/dev/kit?lng=${language}`)
  const form = page.locator('#form')
  await expect(form.getByRole('button', { name: textsOf(language).common.save })).toBeVisible()
  return form
}

async function typeAmounts(page: Page, language: string, typed: Typed) {
  const { kit } = textsOf(language)
  const form = page.locator('#form')
  await form.getByLabel(kit.sample.quantity, { exact: true }).fill(typed.quantity)
  await form.getByLabel(kit.sample.weight).fill(typed.weight)
  await form.getByLabel(kit.sample.price, { exact: true }).fill(typed.price)
}
