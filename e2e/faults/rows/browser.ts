import { enter } from '../../support/lists.ts'
import { textsOf } from '../../support/texts.ts'
import { expectThat } from '../checks.ts'
import type { Fault, FaultWorld } from '../fault.ts'

const { common, repositories } = textsOf('en')
const TESTS = [
  { file: 'e2e/login/login.e2e.ts', title: 'while offline, the login page shows a notice' },
  { file: 'e2e/login/sign-out.e2e.ts', title: 'a sign-out while offline fails' },
]

/** Goes offline while a form is filled in and saved. */
async function offlineInForm(world: FaultWorld): Promise<string> {
  const app = await world.startApp()
  const browser = await world.openBrowser()
  const context = await browser.newContext({ baseURL: app.url, locale: 'en' })
  const page = await context.newPage()
  await enter(app, page, 'admin', '/manager/repositories?dialog=new')
  await page.waitForLoadState('networkidle')
  const [name, link] = [
    page.getByRole('textbox', { name: repositories.name, exact: true }),
    page.getByLabel(repositories.link, { exact: true }),
  ]
  await name.fill('Written without a connection')
  await context.setOffline(true)
  await page.getByText(common.offline).first().waitFor()
  await link.fill('https://git.example.com/offline')
  await page.getByRole('button', { name: repositories.create }).click()
  await page.getByRole('alert').first().waitFor()
  expectThat((await name.inputValue()) === 'Written without a connection', 'the form lost its input')
  expectThat((await link.inputValue()) === 'https://git.example.com/offline', 'the form lost its input')
  await context.setOffline(false)
  await page.getByRole('button', { name: repositories.create }).click()
  await page
    .getByRole('link', { name: 'Written without a connection' })
    .or(page.getByRole('heading', { name: 'Written without a connection' }))
    .first()
    .waitFor()
  const rows = await app.sql`select 1 from repository where name = 'Written without a connection'`
  expectThat(rows.length === 1, `${rows.length} repositories were created instead of one`)
  return `a form showed this, kept its input and was saved once; ${await world.passed(TESTS)}`
}

export const BROWSER_FAULTS: Fault[] = [
  {
    row: 25,
    title: 'The browser is offline',
    how: 'at each step of sign-in, at sign-out, and while a form is filled in and saved, in Chromium',
    pass: 'the page reports it, keeps the input, and continues when the connection is back',
    tests: TESTS,
    run: offlineInForm,
  },
]
