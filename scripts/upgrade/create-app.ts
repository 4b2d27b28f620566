import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { PlainFailure } from '../support/plain-failure.ts'
import { linkPackages } from './link-packages.ts'
import type { Release } from './releases.ts'
import type { Starter } from './read-starter.ts'

/** Checkouts whose packages are installed: the one of this script, the app, and later those of releases. */
const INSTALLED_CHECKOUTS = [path.resolve(import.meta.dirname, '../..'), process.cwd()]

/**
 * Creates the app again from a release, with the choices that it was created with.
 * @returns its folder, a Git repository with one commit
 * @throws {PlainFailure} with the output if the release cannot create it
 */
export async function createApp(release: Release, starter: Starter, folder: string): Promise<string> {
  mkdirSync(folder)
  // By default the app gets its name from its folder. Early releases have no option for the name.
  const app = path.join(folder, starter.packageName)
  const isInstalled = INSTALLED_CHECKOUTS.some((checkout) => linkPackages(release.folder, checkout))
  const remark = isInstalled ? '' : ' This installs the packages of that release…'
  console.log(`Creating the app again from ${release.name}, to compare your app with it.${remark}`)
  if (!isInstalled) {
    await runInRelease(release, 'node', ['scripts/set-up.mjs'])
    INSTALLED_CHECKOUTS.push(release.folder)
  }
  const options = Object.entries(starter.options).map(([name, value]) => `--${name}=${value}`)
  // A release refuses features that it does not know: those of later releases, and those that the app's team has generated.
  const without = starter.without.filter((feature) => existsSync(path.join(release.folder, 'src/features', feature)))
  await runInRelease(release, 'node', ['scripts/create.mjs', app, ...options, `--without=${without.join(',')}`])
  return app
}

async function runInRelease(release: Release, program: string, args: string[]) {
  // npm sets variables that the installation of another folder must not get.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_)|INIT_CWD)/.test(name)),
  )
  const child = spawn(program, args, { cwd: release.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0)
    throw new PlainFailure(
      `Couldn't recreate the app from ${release.name} to compare it. Nothing was changed.\n${output}${errors}`.trimEnd(),
    )
}
