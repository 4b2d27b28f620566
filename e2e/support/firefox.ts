import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { isInstalled } from '#db/test-program.ts'
import type { Driver } from './other-browser.ts'

const PROGRAM = '/usr/bin/firefox-esr'

/** Whether Debian's Firefox is installed here. */
export const hasFirefox = isInstalled(PROGRAM)

/** Settings that keep Firefox from connecting to other servers. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

/** Chooses an option like a click does, because the list of options opens outside of the page, where no click reaches it. */
const CHOOSE = `(select, text) => {
  select.selectedIndex = [...select.options].findIndex((option) => option.text === text)
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }))
}`

const anyMessage = z.object({
  id: z.number().optional(),
  type: z.string(),
  method: z.string().optional(),
  message: z.string().optional(),
  result: z.unknown().optional(),
  params: z.unknown().optional(),
})
const logEntry = z.object({ level: z.string(), text: z.string().nullable() })
const evaluated = z.object({
  type: z.string(),
  result: z.object({ type: z.string(), value: z.unknown().optional(), sharedId: z.string().optional() }).optional(),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

type Send = (method: string, params: object) => Promise<unknown>

/** Starts Firefox without a window, and operates it through WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'latchkey-firefox-'))
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref('${name}', ${JSON.stringify(value)})`,
  )
  await writeFile(path.join(home, 'user.js'), preferences.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0', '--window-size=1280,900']
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'en_US.UTF-8' }
  const firefox = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  const ended = once(firefox, 'exit')
  // A failed test might leave its browser behind.
  const kill = () => firefox.kill('SIGKILL')
  process.once('exit', kill)
  const errors: string[] = []
  const { send, close } = await connect(await endpointOf(firefox.stderr), errors)
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = z
    .object({ contexts: z.tuple([z.object({ context: z.string() })]) })
    .parse(await send('browsingContext.getTree', {}))
  const [{ context }] = contexts
  const evaluate = async (expression: string) => {
    const params = { expression, target: { context }, awaitPromise: true, resultOwnership: 'none' }
    const { result, exceptionDetails } = evaluated.parse(await send('script.evaluate', params))
    if (!result) throw new Error(exceptionDetails?.text)
    return result
  }
  const call = (functionDeclaration: string, sharedId: string, ...more: string[]) =>
    send('script.callFunction', {
      functionDeclaration,
      arguments: [{ sharedId }, ...more.map((value) => ({ type: 'string', value }))],
      target: { context },
      awaitPromise: false,
    })
  const click = async (sharedId: string) => {
    await call('(element) => element.scrollIntoView({ block: "center", behavior: "instant" })', sharedId)
    const origin = { type: 'element', element: { sharedId } }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
  }
  const press = async (text: string) => {
    const actions = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] })
  }
  return {
    visit: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) =>
      JSON.parse(String((await evaluate(`JSON.stringify(${expression})`)).value)) as unknown,
    find: async (expression) => (await evaluate(expression)).sharedId,
    click,
    type: async (element, text) => {
      await click(element)
      await press(text)
    },
    choose: async (select, option) => void (await call(CHOOSE, select, option)),
    screenshot: async () => {
      const { data } = z
        .object({ data: z.string() })
        .parse(await send('browsingContext.captureScreenshot', { context }))
      return Buffer.from(data, 'base64')
    },
    errors: () => errors,
    [Symbol.asyncDispose]: async () => {
      close()
      process.off('exit', kill)
      kill()
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Returns the WebSocket URL that Firefox prints at its start. */
async function endpointOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const url = /ws:\/\/\S+/.exec(line)?.[0]
    if (url !== undefined) {
      // Discards the remaining output, which would fill the pipe.
      output.resume()
      return `${url}/session`
    }
  }
  throw new Error('Firefox printed no address')
}

/** Opens a session of WebDriver BiDi, and adds the errors of pages to `errors`. */
async function connect(url: string, errors: string[]): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, method, message, result, params } = anyMessage.parse(JSON.parse(String(data)))
    if (id === undefined) {
      const entry = method === 'log.entryAdded' ? logEntry.parse(params) : undefined
      if (entry?.level === 'error') errors.push(entry.text ?? '')
    } else if (type === 'error') waiting.get(id)?.reject(new Error(message))
    else waiting.get(id)?.resolve(result)
  })
  await once(socket, 'open')
  let lastId = 0
  return {
    send: async (method, params) => {
      const answer = Promise.withResolvers<unknown>()
      waiting.set((lastId += 1), answer)
      socket.send(JSON.stringify({ id: lastId, method, params }))
      return answer.promise
    },
    close: () => socket.close(),
  }
}
