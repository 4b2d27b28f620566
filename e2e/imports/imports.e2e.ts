import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addUser } from '../support/users.ts'
import { untilHydrated } from '../support/page-health.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const shots = process.env.CSV_SHOTS
async function shoot(page: Page, name: string) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test('an administrator uploads a file of users, matches its columns, checks it, imports it, and undoes the import', async ({
  app,
  page,
}) => {
  test.slow()
  const mark = `import${crypto.randomUUID().slice(0, 8)}`
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  await signIn(app, page, chief.email)
  await page.goto('/manager/users')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page).toHaveTitle('Import users · Latchkey')
  await untilHydrated(page)
  await shoot(page, '1-upload')
  const steps = page.getByRole('list', { name: 'Import steps' }).getByRole('listitem')
  const currentStep = steps.and(page.locator('[aria-current=step]'))
  await expect(steps).toHaveText(['1File', '2Columns', '3Check', '4Import'])
  await expect(currentStep).toHaveText('1File')

  const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  const input = page.locator('input[type=file]')
  await input.setInputFiles(file('bad.csv', 'email,name\n"open,x\n'))
  await expect(page.getByRole('alert')).toContainText('Line 2: A quotation mark is in the wrong place')

  const rows = [
    'Contact;Nom;Rôle;More',
    `a.${mark}@example.com;Ana ${mark};Utilisateur;1`,
    `B.${mark}@EXAMPLE.com;عمر ${mark};;2`,
    `not an address;Cy ${mark};;3`,
    `a.${mark}@example.com;Twice ${mark};;4`,
    `${chief.email};There ${mark};chef;5`,
  ]
  await input.setInputFiles(file('people.csv', rows.join('\r\n')))
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeVisible()
  await expect(page).toHaveURL(/\?id=/)
  await expect(currentStep).toHaveText('2Columns')
  await expect(page.getByLabel('Name')).toHaveValue('1')
  await expect(page.getByLabel('Role')).toHaveValue('2')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Choose a column')).toBeVisible()
  await page.getByLabel('Email').selectOption('Contact')
  await expect(page.getByText(`a.${mark}@example.com`)).toBeVisible()
  await shoot(page, '2-match')
  await page.getByRole('button', { name: 'Check file' }).click()

  await expect(page.getByText('2 rows can be imported')).toBeVisible()
  await expect(currentStep).toHaveText('3Check')
  const fileName = page.getByRole('main').getByText('people.csv', { exact: true })
  await expect(fileName).toBeVisible()
  await expect(page.getByText("3 rows can't be imported")).toBeVisible()
  const expectedProblems = [
    'not an addressLine 4: Email is invalid',
    `a.${mark}@example.comLine 5: This value appears more than once in the file.`,
    `${chief.email}Line 6: Role: Choose one of the options`,
  ]
  const problems = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Line ' })
  await expect(problems).toHaveText(expectedProblems)
  await shoot(page, '3-result')
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rows with problems' }).click(),
  ])
  expect(report.suggestedFilename()).toMatch(/^latchkey-problems-[\d-]+\.csv$/)

  await page.getByLabel('All rows, but only if none have problems').check()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await page.getByLabel('Only rows without problems').check()
  await page.reload()
  // A second tab that starts the same import shows the result of the first one.
  const other = await page.context().newPage()
  await other.goto(page.url())
  const startInOther = other.getByRole('button', { name: 'Import 2 rows' })
  await expect(startInOther).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  // The import is a job, whose page shows its progress, the bad rows with their reasons, and undo.
  await expect(page).toHaveURL(/\/manager\/jobs\//)
  await expect(page).toHaveTitle('Import users · Latchkey')
  await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('5 of 5')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View users' })).toHaveAttribute('href', '/manager/users')
  await expect(page.getByRole('link', { name: 'Import another file' })).toHaveAttribute('href', '/manager/users/import')
  await expect(fileName).toBeVisible()
  const counts = page.getByRole('region', { name: 'Progress' })
  await expect(counts.getByRole('definition')).toHaveText(['2', '3', '0'])
  await expect(problems).toHaveText(expectedProblems)
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download rows with problems' }).click(),
  ])
  expect(again.suggestedFilename()).toBe(report.suggestedFilename())
  await startInOther.click()
  await expect(other).toHaveURL(page.url())
  await expect(other.getByRole('region', { name: 'Progress' })).toBeVisible()
  // Jobs have the name of their file in the list and on their page.
  await other.goto('/manager/jobs')
  const job = other
    .locator('tbody tr')
    .filter({ hasText: 'Some Chief' })
    .getByRole('link', { name: 'people.csv' })
    .first()
  await expect(job).toHaveText('Import users · \u2068people.csv\u2069')
  await job.click()
  await expect(other.getByRole('heading', { level: 1, name: 'Import users' })).toBeVisible()
  await expect(other.getByRole('main').getByText('people.csv', { exact: true })).toBeVisible()
  await other.close()
  await shoot(page, '4-done')
  const made = await app.sql`select email, name, role from "user" where email like ${`%${mark}%`} order by email`
  expect([...made]).toEqual([
    { email: `a.${mark}@example.com`, name: `Ana ${mark}`, role: 'user' },
    { email: `b.${mark}@example.com`, name: `عمر ${mark}`, role: 'user' },
  ])

  // The same page works on a phone and in Arabic.
  const { bulk, imports, errors } = textsOf('ar')
  await page.setViewportSize({ width: 390, height: 844 })
  await chooseLanguage(app, page, 'ar')
  await page.reload()
  await expect(page.getByRole('link', { name: imports.another })).toBeVisible()
  await shoot(page, '5-done-ar')
  await app.sql`update "user" set last_sign_in_at = now() where email = ${`b.${mark}@example.com`}`
  await page.getByRole('button', { name: bulk.undoNow }).click()
  await page.getByRole('dialog').getByRole('button', { name: bulk.undoNow }).click()
  await expect(page.getByRole('status').filter({ hasText: bulk.statuses.undone })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('definition')).toHaveText(['2', '3', '1', '1'])
  await expect(page.getByRole('listitem').filter({ hasText: errors.CHANGED_SINCE })).toContainText(
    `b.${mark}@example.com`,
  )
  await shoot(page, '6-undone-ar')
  expect(await app.sql`select email from "user" where email like ${`%${mark}%`}`).toMatchObject([
    { email: `b.${mark}@example.com` },
  ])
  expect(app.mail.codeMailsTo(`a.${mark}@example.com`)).toEqual([])
})

for (const [thing, header] of [
  ['users', '"البريد الإلكتروني","الاسم","الدور"'],
  ['repositories', '"الاسم","الرابط","الوصف","لغة البرمجة","المواضيع"'],
] as const)
  test(`the template for ${thing} has the columns of the import, which finds them again`, async ({ app, page }) => {
    const { imports } = textsOf('ar')
    const chief = await addUser(app, { role: 'admin' })
    await signIn(app, page, chief.email)
    await chooseLanguage(app, page, 'ar')
    await page.goto(`/manager/${thing}/import`)
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: imports.template }).click(),
    ])
    expect(template.suggestedFilename()).toMatch(new RegExp(`^latchkey-${thing}-template-[\\d-]+\\.csv$`))
    const text = await readFile(await template.path(), 'utf8')
    expect(text).toBe(`\uFEFF${header}\r\n`)
    const filled = `${text}${header.replaceAll(/"[^"]+"/g, '"x"')}\r\n`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'filled.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) })
    await expect(page.getByRole('heading', { name: imports.match })).toBeVisible()
    const chosen = await page
      .locator('main select')
      .evaluateAll((all) => all.map((select) => (select as HTMLSelectElement).value))
    expect(chosen).toEqual(Object.keys(header.split(',')))
  })
