import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How often a program that starts is asked whether it answers, in milliseconds. */
const ASK_EVERY_MS = 50

/** A program of the system that a test runs. */
export interface TestProgram {
  /** Where it is installed. */
  file: string
  args: (folder: string) => string[]
  /** Files it is given, by name, in a folder of its own that goes when it ends. */
  files?: Record<string, (folder: string) => string>
  options?: SpawnOptions
  /** Whether it does its work already. */
  answers: () => Promise<boolean>
  /** The longest that it may take until it answers, in milliseconds. */
  withinMs?: number
}

/** Runs a program until it is disposed of, and no longer than this process. @returns once it answers */
export async function runProgram(program: TestProgram): Promise<AsyncDisposable & { pid: number }> {
  const { file, args, files = {}, options = {}, answers, withinMs = 10_000 } = program
  const folder = await mkdtemp(path.join(os.tmpdir(), `latchkey-${path.basename(file)}-`))
  // Some refuse to run as root, and are somebody else.
  await chmod(folder, 0o755)
  for (const [name, textIn] of Object.entries(files)) await writeFile(path.join(folder, name), textIn(folder))
  const child = spawn(file, args(folder), { stdio: 'ignore', cwd: folder, ...options })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'exit')
  async function end() {
    process.off('exit', kill)
    kill()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + withinMs
  while (!(await answers().catch(() => false))) {
    if (child.exitCode === null && performance.now() < deadline) await pause(ASK_EVERY_MS)
    else {
      await end()
      throw new Error(`${file} does not answer (exit code ${child.exitCode})`)
    }
  }
  return { pid: child.pid ?? 0, [Symbol.asyncDispose]: end }
}

/** Whether a program of the system is installed here. */
export function isInstalled(file: string): boolean {
  return existsSync(file)
}

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
