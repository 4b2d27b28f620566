import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PlainFailure } from '../support/plain-failure.ts'

/** The origin of an app, in its package.json. */
const origin = z.object({
  repository: z.string().optional(),
  version: z.string(),
  commit: z.string().optional(),
  /** The features that the app was created without, and those that were removed from it. */
  without: z.array(z.string()).default([]),
  /** The options that the app was created with. */
  options: z.record(z.string(), z.string()).default({}),
})

/** The starter of an app, and how the app was created from it. */
export interface Starter {
  /** The URL or path of its Git repository. */
  repository: string
  /**
   * The release that the app was created from: a commit, a tag or a branch, as is `to`. Without `to`, the app is
   * upgraded to the newest release.
   */
  from: string
  to: string | undefined
  packageName: string
  without: string[]
  options: Record<string, string>
}

/**
 * Returns the starter that package.json names. The options of the command override the values of package.json.
 * @throws {PlainFailure} if neither package.json nor the options name the repository and the release of the starter
 */
export function readStarter(
  root: string,
  given: { from?: string | undefined; to?: string | undefined; repository?: string | undefined },
): Starter {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    name: string
    starter?: unknown
  }
  const { data: noted } = origin.safeParse(manifest.starter)
  const repository = given.repository ?? noted?.repository
  const from = given.from ?? (noted && (noted.commit ?? `v${noted.version}`))
  if (repository === undefined || from === undefined)
    throw new PlainFailure(
      "package.json doesn't say which release of the starter the app was made from. Add --from with that release or commit, and --repository with the starter's Git repository.",
    )
  const { without, options } = noted ?? { without: [], options: { name: nameOf(root) } }
  return { repository, from, to: given.to, packageName: manifest.name, without, options }
}

function nameOf(root: string): string {
  const config = readFileSync(path.join(root, 'app.config.ts'), 'utf8')
  return /^ {2}name: '([^']+)'/m.exec(config)?.[1] ?? ''
}
