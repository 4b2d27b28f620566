import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { freePort } from './support/free-port.ts'
import { fileExists } from './support/probes.ts'

/**
 * Output folder of `npm run screenshots`, which takes screenshots for the README of the built app in local mode with
 * new data.
 */
const IMAGES = path.resolve(import.meta.dirname, '../docs/images')
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

const desktop: BrowserContextOptions = { viewport: { width: 1200, height: 750 } }
const phone: BrowserContextOptions = { viewport: { width: 390, height: 760 }, deviceScaleFactor: 2, hasTouch: true }

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'latchkey-pictures-'))
const url = `http://localhost:${await freePort()}`
const app = spawn(process.execPath, [path.resolve(import.meta.dirname, '../dist/server/start.js')], {
  env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: new URL(url).port },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const isUp = new Promise<void>((resolve) => {
  app.stdout.on('data', (chunk) => String(chunk).includes('Ctrl+C') && resolve())
})
await Promise.race([
  isUp,
  once(app, 'exit').then(() => Promise.reject(new Error('the built app exited before it was ready'))),
])
const browser = await chromium.launch({
  ...((await fileExists(DEBIAN_CHROMIUM)) && { executablePath: DEBIAN_CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await mkdir(IMAGES, { recursive: true })
  await takeLoginPages(browser)
  await takeAreaOfUsers(browser)
  await takeAreaOfAdministrators(browser)
} finally {
  await browser.close()
  app.kill('SIGTERM')
  await once(app, 'exit')
  await rm(dataDir, { recursive: true })
}

async function takeLoginPages(browser: Browser) {
  await takeScreenshot(await open(browser, '/login', desktop), 'login')
  await takeScreenshot(await open(browser, '/login', { ...desktop, colorScheme: 'dark' }), 'login-dark')
  await takeScreenshot(await open(browser, '/login?lng=ar', desktop), 'login-arabic')
  await takeScreenshot(await open(browser, '/login', phone), 'login-phone')
}

async function takeAreaOfUsers(browser: Browser) {
  const newcomer = await open(browser, '/login', phone)
  await askForCode(newcomer, 'grace@example.com')
  await newcomer.getByText('Email sent', { exact: true }).waitFor()
  await takeScreenshot(newcomer, 'verify-phone')
  await enterCode(newcomer)
  await newcomer.getByRole('heading', { name: 'Welcome' }).waitFor()
  await takeScreenshot(newcomer, 'onboarding-phone')
  await newcomer.getByLabel('Name').fill('Grace')
  await newcomer.getByRole('button', { name: 'Continue' }).click()
  await newcomer.getByRole('heading', { name: /Grace/ }).waitFor()
  await takeScreenshot(newcomer, 'home-phone')
}

async function takeAreaOfAdministrators(browser: Browser) {
  const page = await open(browser, '/login', desktop)
  await askForCode(page, 'admin@example.com')
  await enterCode(page)
  await page.waitForURL('**/manager/dashboard')
  await takeScreenshot(page, 'dashboard')
  await page.goto(`${url}/manager/repositories`)
  await takeScreenshot(page, 'repositories')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${url}/manager/users`)
  await takeScreenshot(page, 'users-dark')
}

async function open(browser: Browser, place: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(`${url}${place}`, { waitUntil: 'networkidle' })
  return page
}

async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.waitForURL('**/login/verify**')
}

/** Reads the newest code from the local inbox in another tab, and fills it in. */
async function enterCode(page: Page) {
  const inbox = await page.context().newPage()
  await inbox.goto(`${url}/dev/inbox`)
  const code = await inbox.locator('output').first().textContent()
  await inbox.close()
  await page.getByLabel('Code', { exact: true }).fill(code ?? '')
}

async function takeScreenshot(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  // A blinking caret would make each screenshot differ from the previous one.
  await page.screenshot({ path: path.join(IMAGES, `${name}.png`), caret: 'hide', animations: 'disabled' })
}
