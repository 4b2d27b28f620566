import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { isInstalled, runProgram } from '#db/test-program.ts'
import { freePort } from '../../scripts/support/free-port.ts'
import type { Driver } from './other-browser.ts'

const PROGRAM = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** Whether WebKitGTK, its WebDriver and a display without a screen are installed here. */
export const hasWebKit = [PROGRAM, XVFB, BROWSER].every(isInstalled)

/** The key of a reference to an element in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const answer = z.object({ value: z.unknown() })
const reference = z.object({ [ELEMENT]: z.string() })
const session = z.object({ sessionId: z.string() })

/** Starts WebKitGTK on a display of its own, and operates it through WebDriver. */
export async function startWebKit(): Promise<Driver> {
  const display = await startDisplay()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const driver = await runProgram({
    file: PROGRAM,
    args: () => [`--port=${port}`],
    options: { env: { PATH: process.env.PATH, DISPLAY: display.name, LANG: 'C.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' } },
    answers: async () => (await fetch(`${origin}/status`)).ok,
  })
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${origin}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = answer.parse(await response.json())
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const options = { binary: BROWSER, args: ['--automation', '--geometry=1280x900'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const base = `/session/${session.parse(await send('POST', '/session', { capabilities })).sessionId}`
  const run = (script: string, ...args: unknown[]) => send('POST', `${base}/execute/sync`, { script, args })
  const click = async (element: string) => void (await send('POST', `${base}/element/${element}/click`, {}))
  return {
    visit: async (url) => void (await send('POST', `${base}/url`, { url })),
    evaluate: (expression) => run(`return ${expression}`),
    find: async (expression) => reference.safeParse(await run(`return ${expression}`)).data?.[ELEMENT],
    click,
    type: async (element, text) => void (await send('POST', `${base}/element/${element}/value`, { text })),
    choose: async (select, option) => {
      const using = `.//option[. = '${option}']`
      const found = await send('POST', `${base}/element/${select}/element`, { using: 'xpath', value: using })
      await click(reference.parse(found)[ELEMENT])
    },
    screenshot: async () => Buffer.from(z.string().parse(await send('GET', `${base}/screenshot`)), 'base64'),
    errors: () => [],
    [Symbol.asyncDispose]: async () => {
      await send('DELETE', base).catch(() => undefined)
      await driver[Symbol.asyncDispose]()
      await display[Symbol.asyncDispose]()
    },
  }
}

/** Starts a display that is only in memory. */
async function startDisplay(): Promise<AsyncDisposable & { name: string }> {
  // Xvfb writes the number of the display that it chose to this descriptor.
  const xvfb = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1300x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = once(xvfb, 'exit')
  const kill = () => xvfb.kill('SIGTERM')
  process.once('exit', kill)
  const [number] = (await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return {
    name: `:${String(number).trim()}`,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}
