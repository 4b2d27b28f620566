import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** A pipe, as a shell or a container puts it behind a process, whose reader may stop, go and come. */
export class LogPipe {
  /** What the process is to write to. */
  readonly end: number
  /** What has been read. */
  text = ''
  readonly #file: string
  #reader: Socket

  constructor() {
    this.#file = path.join(mkdtempSync(path.join(os.tmpdir(), 'latchkey-log-')), 'pipe')
    execFileSync('mkfifo', [this.#file])
    this.#reader = this.#openReader()
    this.end = openSync(this.#file, constants.O_WRONLY)
  }

  /** To be called when the process has its end. */
  handOver() {
    closeSync(this.end)
  }

  pause() {
    this.#reader.pause()
  }

  resume() {
    this.#reader.resume()
  }

  leave() {
    this.#reader.destroy()
  }

  comeBack() {
    this.#reader = this.#openReader()
  }

  #openReader(): Socket {
    const fd = openSync(this.#file, constants.O_RDONLY | constants.O_NONBLOCK)
    const reader = new Socket({ fd, readable: true, writable: false })
    reader.on('data', (chunk) => (this.text += String(chunk)))
    return reader
  }
}
