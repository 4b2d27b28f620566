import { spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between checks whether a starting program is ready. */
const POLL_MS = 50

/** A program of the system that a test runs. */
export interface TestProgram {
  /** The path of the executable. */
  file: string
  args: (folder: string) => string[]
  /** Files by name, in a temporary folder that is deleted when the program ends. */
  files?: Record<string, (folder: string) => string>
  options?: SpawnOptions
  /** Checks whether the program is ready. */
  answers: () => Promise<boolean>
  /** The maximum time until the program is ready, in milliseconds. */
  withinMs?: number
}

/** Runs a program until it is disposed of or this process exits. @returns once the program is ready */
export async function runProgram(program: TestProgram): Promise<AsyncDisposable & { pid: number }> {
  const { file, args, files = {}, options = {}, answers, withinMs = 10_000 } = program
  const folder = await mkdtemp(path.join(os.tmpdir(), `latchkey-${path.basename(file)}-`))
  // Some programs run as another user instead of root, and that user must read the folder.
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
    if (child.exitCode === null && performance.now() < deadline) await pause(POLL_MS)
    else {
      await end()
      throw new Error(`${file} did not respond (exit code ${child.exitCode})`)
    }
  }
  return { pid: child.pid ?? 0, [Symbol.asyncDispose]: end }
}

/** Whether a program of the system is installed here. */
export function isInstalled(file: string): boolean {
  return existsSync(file)
}
