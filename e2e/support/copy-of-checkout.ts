import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BIN = path.join(ROOT, 'node_modules/.bin')
/** The folder of the screenshots, which are not copied, because they are many and no test in a copy compares them. */
const PICTURES = 'e2e/screenshots/'

/** A copy of this checkout with all files staged, for programs that write code. */
export interface CopyOfCheckout {
  folder: string
  git: (...args: string[]) => string
  /** Runs an installed program, or Node.js, in the copy. @throws with the output if the program fails */
  run: (program: string, ...args: string[]) => Promise<{ output: string }>
  remove: () => void
}

/** Copies this checkout, without screenshots, into a folder of its own. */
export function copyCheckout(name: string): CopyOfCheckout {
  const folder = mkdtempSync(path.join(os.tmpdir(), `latchkey-${name}-`))
  const files = gitIn(ROOT, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n')
  // Git also lists files that are deleted here but whose deletion is not staged.
  for (const file of files.filter((one) => !one.startsWith(PICTURES) && existsSync(path.join(ROOT, one))))
    cpSync(path.join(ROOT, file), path.join(folder, file))
  mkdirSync(path.join(folder, PICTURES))
  // Links the packages instead of installing them.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  const git = (...args: string[]) => gitIn(folder, ...args)
  git('init', '--quiet')
  // Git ignores a folder named `node_modules`, but not the link. A commit with the link would let `npm ci` in a clone empty this
  // checkout's packages.
  appendFileSync(path.join(folder, '.git/info/exclude'), 'node_modules\n')
  git('add', '--all')
  return {
    folder,
    git,
    run: (program, ...args) => runIn(folder, program, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function runIn(cwd: string, program: string, args: string[]) {
  try {
    const { stdout, stderr } = await promisify(execFile)(path.join(BIN, program), args, {
      cwd,
      env: { PATH: `${BIN}:${process.env.PATH}`, HOME: os.homedir(), CHROMIUM: process.env.CHROMIUM },
      maxBuffer: 64 * 1024 * 1024,
    })
    return { output: stdout + stderr }
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${args.join(' ')} fails:\n${stdout}\n${stderr}`, { cause: error })
  }
}

function gitIn(folder: string, ...args: string[]) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
}
