import { appConfig } from '#app.config'
import { chooseFilter, chosenFilter, enter, someName } from '../support/lists.ts'
import { horizontalOverflow } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { inQuick, ONE_OF_EACH_DIRECTION } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { WIDTHS } from '../support/widths.ts'

const { audit } = textsOf('en')

test('the search in the menu of events narrows them, and the search in the menu of users finds one', async ({
  page,
  app,
}) => {
  const user = await addUser(app, { name: `Wanda ${someName()}` })
  await enter(app, page, 'admin', '/manager/history')
  await page.getByRole('button', { name: audit.what, exact: true }).click()
  const what = page.getByRole('group', { name: audit.what, exact: true })
  await expect(what.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('user BANN')
  await expect(what.getByRole('checkbox')).toHaveCount(1)
  await expect(what.getByRole('group')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/manager/history?actions=user-banned')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: audit.who, exact: true }).click()
  const who = page.getByRole('group', { name: audit.who, exact: true })
  await expect(who.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(user.name)
  await who.getByRole('link', { name: user.name }).click()
  await expect(page).toHaveURL(`/manager/history?actions=user-banned&person=${user.id}`)
  await expect(chosenFilter(page, user.name)).toBeVisible()
  await chooseFilter(page, audit.who, audit.parts.subject)
  await expect(page).toHaveURL(/part=subject/)
})

for (const language of appConfig.languages)
  test(
    `in ${language}, open menus stay inside the window at every width`,
    inQuick(ONE_OF_EACH_DIRECTION.includes(language)),
    async ({ page, app }) => {
      const texts = textsOf(language)
      await page.context().addCookies([{ name: 'lng', value: language, url: app.url }])
      await enter(app, page, 'admin', '/manager/history?actions=user-banned&from=2026-01-01')
      for (const name of [texts.audit.what, texts.audit.at]) {
        await page.getByRole('button', { name, exact: true }).click()
        const menu = page.getByRole('group', { name, exact: true })
        for (const width of WIDTHS.filter((_width, index) => index % 4 === 0)) {
          await page.setViewportSize({ width, height: 800 })
          await expect(menu, `at ${width} px`).toBeInViewport({ ratio: 0.99 })
          expect(await horizontalOverflow(page), `at ${width} px`).toBe(0)
        }
        await page.keyboard.press('Escape')
      }
    },
  )
