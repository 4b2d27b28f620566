import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** A pipe like the one that a shell or a container attaches to a process. Its reader can pause, leave and come back. */
export class LogPipe {
  /** The file descriptor that the process must write to. */
  readonly end: number
  /** The text that was read so far. */
  text = ''
  readonly #file: string
  #reader: Socket

  constructor() {
    this.#file = path.join(mkdtempSync(path.join(os.tmpdir(), 'latchkey-log-')), 'pipe')
    execFileSync('mkfifo', [this.#file])
    this.#reader = this.#openReader()
    this.end = openSync(this.#file, constants.O_WRONLY)
  }

  /** Closes this process's end of the pipe. Must be called once the other process has its own end. */
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
