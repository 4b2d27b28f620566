import { chosenFilter, enter } from '../support/lists.ts'
import { accessibilityProblems, horizontalOverflow, untilHydrated } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import type { App } from '../support/app.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'

/** Adds an import of 12 users, and a sign-in, by the administrator. @returns the id of the job */
async function addImportAndSignIn(app: App, chief: { id: string; name: string }): Promise<string> {
  const jobId = crypto.randomUUID()
  await app.sql`
    insert into bulk_job (id, kind, status, actor_id, actor_name, input, total, done)
    values (${jobId}, 'import-users', 'done', ${chief.id}, ${chief.name}, '{"fileName": "big.csv"}', 12, 12)`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    values ('bulk-job-started', ${chief.id}, ${chief.name}, ${jobId}, 'import-users')`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, job_id)
    select 'user-created', ${chief.id}, ${chief.name}, gen_random_uuid(), 'Import ' || n, ${jobId} from generate_series(1, 12) as n`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    values ('signed-in', ${chief.id}, ${chief.name}, ${chief.id}, ${chief.name})`
  return jobId
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('the history shows an import as one row with a link to its entries, and sign-ins only with their chip', async ({
      page,
      app,
    }) => {
      const name = javaScriptEnabled ? 'Ada Importer' : 'Ida Importer'
      const chief = await addUser(app, { role: 'admin', name })
      const jobId = await addImportAndSignIn(app, chief)
      await enter(app, page, 'admin', '/manager/history')
      if (javaScriptEnabled) await untilHydrated(page)
      const rows = page.locator('tbody tr')
      const act = rows.filter({ hasText: name })
      await expect(act).toHaveCount(1)
      await expect(act.getByRole('link').first()).toHaveText(`${name} imported 12 users from \u2068big.csv\u2069`)
      await expect(act.locator('td').nth(1)).toHaveText(name)
      await expect(rows.filter({ hasText: 'signed in' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Sign-ins' }).click()
      await expect(page).toHaveURL(/history\?signIns=shown$/)
      await expect(rows.filter({ hasText: `${name} signed in` })).toHaveCount(1)
      await page.getByRole('link', { name: /^Sign-ins/ }).click()
      await expect(page).toHaveURL(/history$/)
      await expect(rows.filter({ hasText: 'signed in' })).toHaveCount(0)

      await act.getByRole('link', { name: 'Show the entries' }).click()
      await expect(page).toHaveURL(`/manager/history?job=${jobId}`)
      await expect(rows).toHaveCount(12)
      await expect(rows.filter({ hasText: 'Import 7' })).toHaveCount(1)
      await rows.getByRole('link', { name: /Import 7/ }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Open the job' })).toHaveAttribute(
        'href',
        `/manager/jobs/${jobId}`,
      )
      await page.goto(`/manager/history?job=${jobId}`)
      await chosenFilter(page, 'One job').click()
      await expect(page).toHaveURL(/history$/)
    })
  })

test('the entry of a job with a single row names whom it changed', async ({ page, app }) => {
  const chief = await addUser(app, { role: 'admin', name: 'Ida Single' })
  const jobId = crypto.randomUUID()
  await app.sql`
    insert into bulk_job (id, kind, status, actor_id, actor_name, total, done)
    values (${jobId}, 'user-ban', 'done', ${chief.id}, ${chief.name}, 1, 1)`
  await app.sql`insert into bulk_job_row (job_id, position, subject_name) values (${jobId}, 1, 'Only One')`
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    values ('bulk-job-started', ${chief.id}, ${chief.name}, ${jobId}, 'user-ban')`
  await signIn(app, page, chief.email)
  await page.goto('/manager/history')
  const act = page.locator('tbody tr').filter({ hasText: chief.name })
  await expect(act.getByRole('link').first()).toHaveText('Ida Single banned \u2068Only One\u2069')
  await page.goto('/manager/dashboard')
  await expect(page.getByText('banned \u2068Only One\u2069')).toBeVisible()
})

test('the link to an entry opens the history at its moment, with the details of the entry', async ({
  page,
  app,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const user = await addUser(app, { name: 'Ida Moment' })
  await app.sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, ip_address)
    values (now() - interval '3 days', 'signed-in', ${user.id}, ${user.name}, ${user.id}, ${user.name}, '192.0.2.91')`
  await enter(app, page, 'admin', `/manager/history?person=${user.id}&signIns=shown`)
  await page.locator('tbody').getByRole('link', { name: 'Ida Moment signed in' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Copy the link to this entry' }).click()
  await expect(panel.getByRole('status')).toHaveText('Copied')
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expect(panel).toContainText('192.0.2.91')
  await expect(page.locator('tbody tr').first()).toContainText('Ida Moment')
  expect(await accessibilityProblems(page)).toEqual([])
  await untilHydrated(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/signIns=shown/)
  await expect(page).not.toHaveURL(/entry=/)
})

test('in Arabic on a phone, an import is one card, and its details are a drawer', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await addImportAndSignIn(app, await addUser(app, { role: 'admin', name: 'رئيسة' }))
  await enter(app, page, 'admin', '/manager/history')
  await chooseLanguage(app, page, 'ar')
  await page.goto('/manager/history')
  const act = page.locator('tbody tr').filter({ hasText: 'big.csv' })
  await expect(act.getByRole('link').first()).toHaveText(/^استيراد 12 مستخدمًا من .* بواسطة/)
  expect(await horizontalOverflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await untilHydrated(page)
  await act.getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toContainText('رقم الحدث')
  expect(await accessibilityProblems(page)).toEqual([])
})
