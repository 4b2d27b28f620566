import { execFileSync } from 'node:child_process'

/** Runs Git in a folder and returns its output. */
export interface Git {
  (...args: string[]): string
  /** Returns the output of a command with these environment variables and this input. */
  with: (options: { env?: Record<string, string>; input?: string | Buffer }, ...args: string[]) => string
  /** Runs a command whose failure is an expected result. @returns whether the command failed */
  fails: (...args: string[]) => boolean
}

/** Returns a function that runs Git in a folder. */
export function gitIn(folder: string): Git {
  const run: Git['with'] = ({ env = {}, input }, ...args) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      ...(input !== undefined && { input }),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      maxBuffer: 2 ** 28,
    }).replace(/\n$/, '')
  const fails = (...args: string[]) => {
    try {
      run({}, ...args)
      return false
    } catch {
      return true
    }
  }
  return Object.assign((...args: string[]) => run({}, ...args), { with: run, fails })
}

/** Whether Git is installed. */
export function hasGit(): boolean {
  return !gitIn('.').fails('--version')
}
