import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { isInstalled } from '#db/test-program.ts'

const PROGRAM = '/usr/bin/w3m'

/** Whether w3m is installed here. */
export const hasW3m = isInstalled(PROGRAM)

/** The key that writes the shown page to a file, in the keymap of a test. */
const SAVE_KEY = 'S'
const COLUMNS = 120

/** The text browser w3m in a terminal, operated by its keys. */
export class W3m implements AsyncDisposable {
  readonly #terminal: ChildProcess
  readonly #home: string

  private constructor(terminal: ChildProcess, home: string) {
    this.#terminal = terminal
    this.#home = home
  }

  /** Opens a page in a new w3m without cookies. */
  static async open(url: string): Promise<W3m> {
    const home = await mkdtemp(path.join(os.tmpdir(), 'latchkey-w3m-'))
    await mkdir(path.join(home, '.w3m'))
    await writeFile(
      path.join(home, '.w3m/keymap'),
      `keymap ${SAVE_KEY} SAVE_SCREEN "|cat > ${home}/saved && mv ${home}/saved ${home}/page"\n`,
    )
    const settings = ['use_cookie=1', 'accept_cookie=1', 'confirm_qq=0', 'ignorecase_search=0'].flatMap((each) => [
      '-o',
      each,
    ])
    // w3m needs a terminal, which `script` provides.
    const command = [`stty cols ${COLUMNS} rows 60;`, 'exec', PROGRAM, ...settings, `'${url}'`].join(' ')
    const terminal = spawn('script', ['--quiet', '--command', command, '/dev/null'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: process.env.PATH, HOME: home, TERM: 'xterm', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    })
    return new W3m(terminal, home)
  }

  /** Waits until the page contains a text. @returns the page as w3m shows it */
  async shows(text: string): Promise<string> {
    let page = ''
    await expect
      .poll(async () => {
        this.#type(SAVE_KEY)
        page = await readFile(path.join(this.#home, 'page'), 'utf8').catch(() => '')
        return page
      }, `w3m shows ${text}`)
      .toContain(text)
    return page
  }

  /** Types into the field after a text. */
  fill(label: string, value: string) {
    this.#goTo(label)
    this.#type(`\t\r${value}\r`)
  }

  /** Presses the button, or follows the link, with this text. */
  press(label: string) {
    this.#goTo(label)
    this.#type('\r')
  }

  /** Opens another page. */
  visit(url: string) {
    // w3m offers the address of the page, which ^U removes.
    this.#type(`U\u0015${url}\r`)
  }

  async [Symbol.asyncDispose]() {
    const ended = once(this.#terminal, 'exit')
    this.#terminal.kill('SIGKILL')
    await ended
    await rm(this.#home, { recursive: true, force: true })
  }

  /** Moves to the last occurrence of a text in the page. */
  #goTo(text: string) {
    this.#type(`G?${text}\r`)
  }

  #type(keys: string) {
    this.#terminal.stdin?.write(keys)
  }
}
