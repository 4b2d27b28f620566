import { chosenFilter, enter } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { accessibilityProblems, horizontalOverflow, untilHydrated } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { audit } = textsOf('en')

test('the active filters of the history stand in their chips above the list, and each can be removed', async ({
  page,
  app,
}) => {
  const user = await addUser(app, { name: 'Zuleika Zed' })
  const chip = (text: string | RegExp) => chosenFilter(page, text)
  const path = `/manager/history?person=${user.id}&part=subject&actions=user-banned%2Cuser-deleted`
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(app, page, 'admin', `${path}&from=2025-12-01&to=2025-12-24`)
  await expect(chip(/./)).toHaveText([
    /^\u2068Zuleika Zed\u2069/,
    /^Involvement: Affected/,
    /^User banned/,
    /^User deleted/,
    /^First day: \u2068Dec 1, 2025\u2069/,
    /^Last day: \u2068Dec 24, 2025\u2069/,
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
  for (const [text, left] of [
    ['User banned', /actions=user-deleted&/],
    ['First day', /actions=user-deleted&to=2025-12-24$/],
    ['Last day', /part=subject&actions=user-deleted$/],
    ['Zuleika Zed', /history\?actions=user-deleted$/],
    ['User deleted', /history$/],
  ] as const) {
    await chip(text).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(left)
    await expect(chip(text)).toHaveCount(0)
  }
  await page.goto('/manager/history?to=2025-12-24&actions=user-banned,user-deleted,signed-in,name-changed')
  await expect(chip('Last day')).toBeVisible()
  await expect(chip('4 kinds of events')).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled, timezoneId: 'Pacific/Auckland' })

    test('links in the filters of the history select today and the last 7 days', async ({ page, app }) => {
      await enter(app, page, 'admin', '/manager/history?actions=signed-in')
      if (javaScriptEnabled) await untilHydrated(page)
      const when = page.getByRole('button', { name: audit.at, exact: true })
      await when.click()
      for (const [name, days] of [
        ['Last 7 days', 7],
        ['Today', 1],
      ] as const) {
        const firstDays = [days - 2, days - 1, days].map(daysAgo).join('|')
        await page.getByRole('link', { name }).click()
        await expect(page).toHaveURL(new RegExp(`actions=signed-in&from=(${firstDays})$`))
        await expect(chosenFilter(page, /./)).toHaveCount(2)
        await when.click()
        await expect(page.getByLabel(audit.from)).not.toHaveValue('')
      }
    })
  })

/** Returns the date in UTC this many days ago. In some time zones, that date is a day earlier or later. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

test('Back restores the previous filters, even before the list of the new filters is rendered', async ({
  page,
  app,
}) => {
  await enter(app, page, 'admin', '/manager/history')
  await page.getByRole('button', { name: audit.at, exact: true }).click()
  const day = page.getByLabel(audit.from)
  await page.evaluate(() =>
    // Reacts only to `push`, because the router can replace the page's own entry before it adds the entry of the filter.
    navigation.addEventListener('currententrychange', ({ navigationType }) => {
      if (navigationType === 'push') history.back()
    }),
  )
  await day.fill('2025-12-25')
  await expect.poll(() => page.evaluate(() => navigation.canGoForward)).toBe(true)
  await expect(page).toHaveURL(/history$/)
  await expect(day).toHaveValue('')
})
