import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accessibilityProblems } from '../support/page-health.ts'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/local-home.ts'

test.describe.configure({ timeout: 180_000 })

/** Starts a receiver on loopback. It responds with these statuses in order, and repeats the last; 0 means no response. */
async function startReceiver(...statuses: number[]) {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200
      if (status !== 0) response.writeHead(status).end('<b>thanks</b>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/hooks`,
    host: `localhost:${port}`,
    received,
    answer: (...next: number[]) => void statuses.splice(0, statuses.length, ...next),
    stop: () => server.close(),
  }
}

async function signInLocally(page: Page, url: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('admin@example.com')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login/verify**')
  const inbox = await page.context().newPage()
  await inbox.goto(`${url}/dev/inbox`)
  const code = (await inbox.locator('output').first().textContent()) ?? ''
  await inbox.close()
  await page.keyboard.type(code)
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
}

test('a webhook is created, tested, retried, edited, paused, resumed, redelivered after a crash, and deleted', async ({
  page,
  home,
}) => {
  const app = await home.start()
  const receiver = await startReceiver(200, 500, 200)
  await signInLocally(page, app.url)

  await page.goto(`${app.url}/manager/webhooks`)
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://169.254.169.254/latest/meta-data')
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(dialog.getByText('This address resolves to a private network')).toBeVisible()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('User banned').uncheck()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await page.getByRole('dialog').locator('code').textContent()
  expect(secret).toMatch(/^whsec_[\w+/=]{40,}$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Copy the secret' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL('**/manager/webhooks/*-*')
  await expect(page.getByRole('heading', { level: 1, name: receiver.host })).toBeVisible()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('button', { name: 'Send a test' }).click()
  const log = page.getByRole('table', { name: 'Deliveries' })
  const rows = log.locator('tbody tr')
  await expect(rows.first()).toContainText('Delivered')
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' })

  const webhookPage = page.url()
  await page.goto(`${app.url}/manager/repositories?dialog=new`)
  await page.getByRole('textbox', { name: 'Name' }).fill('told-of')
  await page.getByLabel('Link').fill('https://told-of.invalid/')
  await page.getByRole('button', { name: 'Add repository' }).click()
  await page.waitForURL('**/manager/repositories/*-*')

  await page.goto(webhookPage)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Repository added')
  // The first delivery failed, and is retried automatically.
  await expect(rows.first()).toContainText('Delivered', { timeout: 30_000 })
  const [, failed, retried] = receiver.received
  expect(retried?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
  expect(JSON.parse(retried?.body ?? '')).toMatchObject({
    type: 'repository.created',
    data: { repository: { name: 'told-of' }, actor: { name: 'Ada Admin' } },
  })
  await page.reload()
  await rows.first().getByRole('link').click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('StatusDelivered')
  await expect(panel).toContainText('HTTP status 200')
  await expect(panel).toContainText('<b>thanks</b>')
  await expect(panel).toContainText(`webhook-id: ${String(retried?.headers['webhook-id'])}`)
  await expect(panel).toContainText('"name": "told-of"')
  expect(await accessibilityProblems(page)).toEqual([])
  await panel.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(panel.getByRole('status')).toHaveText('Copied')
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain("-H 'webhook-signature: v1,")
  expect(await page.content()).not.toContain(secret)
  await panel.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length).toBe(4)

  // Removes the toast, which covers the buttons.
  await page.goto(webhookPage)
  const facts = page.getByRole('region', { name: 'Details' })
  await expect(facts).toContainText('Private repositoriesNot included')
  await expect(facts).toContainText('Role changed')
  await expect(facts).not.toContainText('User banned')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('User banned').check()
  await dialog.getByLabel('Include private repositories').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(facts).toContainText('Private repositoriesIncluded')
  await expect(facts).toContainText('EventsAll events')
  await expect(facts).not.toContainText('Role changed')

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('An administrator paused this webhook.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto(`${webhookPage}?lng=ar`)
  await expect(page.getByText('موقوف مؤقتًا').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.goto(`${webhookPage}?lng=en`)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Active')).toBeVisible()

  // A delivery that is interrupted by a kill is sent again with the same ID, and counted as one attempt.
  const before = receiver.received.length
  receiver.answer(0, 200)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  await app.stop('SIGKILL')
  const { url } = await home.start()
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(before + 2)
  const [cut, again] = receiver.received.slice(before)
  expect(again?.headers['webhook-id']).toBe(cut?.headers['webhook-id'])
  await page.goto(webhookPage.replace(app.url, url))
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Delivered')
  await rows.first().getByRole('link').click()
  await expect(panel).toContainText('Attempts1')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/manager/webhooks')
  await expect(page.getByText(receiver.host)).toHaveCount(0)
  await page.goto(`${url}/manager/dashboard`)
  await expect(page.getByText(`The webhook ${receiver.host} was deleted`)).toBeVisible()
  receiver.stop()
})
