import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Page, Request } from '@playwright/test'
import { freePort } from './app.ts'

/** Counts the bytes that a browser loads over the network, by kind of request. */
export class NetworkLoad {
  readonly #requests: Request[] = []

  constructor(page: Page) {
    page.on('requestfinished', (request) => this.#requests.push(request))
  }

  /** The kinds and paths of everything that was loaded so far. */
  get requests(): { kind: string; path: string }[] {
    return this.#requests.map((request) => ({ kind: request.resourceType(), path: new URL(request.url()).pathname }))
  }

  async bytes(kind: 'script' | 'stylesheet' | 'font' | 'image'): Promise<number> {
    const sizes = await Promise.all(this.#of(kind).map((request) => request.sizes()))
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  }

  /** Returns the code of all scripts. */
  async scriptTexts(): Promise<string> {
    const texts = this.#of('script').map(async (request) => (await request.response())?.text())
    return (await Promise.all(texts)).join('\n')
  }

  /** Resets the counts. */
  forget(): void {
    this.#requests.length = 0
  }

  #of(kind: string) {
    return this.#requests.filter((request) => kindOf(request) === kind)
  }
}

/** Returns the kind of a request. A preloaded script counts as a script, although Playwright reports another kind. */
function kindOf(request: Request): string {
  return new URL(request.url()).pathname.endsWith('.js') ? 'script' : request.resourceType()
}

/** Starts the bare page of the same framework, on a port of its own. */
export async function startBarePage(): Promise<{ url: string; pid: number | undefined; stop: () => Promise<void> }> {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL('serve-bare.ts', import.meta.url)), {
    env: { PATH: process.env.PATH, PORT: String(port) },
  })
  await once(child, 'message')
  return {
    url: `http://localhost:${port}`,
    pid: child.pid,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
