import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The route of the page that `changeInTenPlaces` adds. */
export const OWN_PAGE = 'src/routes/crew.tsx'

const PAGE = `import { createFileRoute } from '@tanstack/react-router'
import { appConfig } from '#app.config'

export const Route = createFileRoute('/crew')({ component: Crew })

function Crew() {
  return <main>{appConfig.name}</main>
}
`
const TEST = `import pc from 'picocolors'
import { expect, test } from 'vitest'

test('a sail has no color without a terminal', () => {
  expect(pc.createColors(false).red('sail')).toBe('sail')
})
`

interface Manifest {
  devDependencies: Record<string, string>
  starter: { without: string[] }
}

/**
 * Changes an app in ten places, as its team does: a page, a column, a migration, a color, a text, a limit, a test, a dependency,
 * without a feature, and with a language. The changes are staged.
 * @param without the feature to remove
 */
export function changeInTenPlaces(app: string, without: string): void {
  const inApp = (file: string) => path.join(app, file)
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: app,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PATH: `${inApp('node_modules/.bin')}:${process.env.PATH}` },
    })
  const edit = (file: string, from: string, to: string) => {
    const before = readFileSync(inApp(file), 'utf8')
    if (!before.includes(from)) throw new Error(`${file} lacks ${from}`)
    writeFileSync(
      inApp(file),
      before.replace(from, () => to),
    )
  }
  const stage = () => run('git', 'add', '--all')

  // Git ignores a folder named `node_modules`, but not the link that is used here instead.
  appendFileSync(inApp('.git/info/exclude'), 'node_modules\n')
  run('node', 'scripts/remove.ts', 'feature', without, '--yes')
  stage()
  run('node', 'scripts/language.ts', 'add', 'de', '--yes')
  edit('src/db/tables/users.ts', 'banned: ', 'motto: text(),\n    banned: ')
  run('drizzle-kit', 'generate', '--name', 'motto')
  edit('src/ui/styles.css', '--brand-hue: 340', '--brand-hue: 348')
  for (const language of ['en', 'de'])
    edit(`locales/${language}/login.json`, '"heading": "Sign in or sign up"', '"heading": "Sign on or sign up"')
  edit('app.config.ts', 'maxAgeMinutes: 525_600', 'maxAgeMinutes: 262_800')
  writeFileSync(inApp('src/lib/sail.test.ts'), TEST)
  writeFileSync(inApp(OWN_PAGE), PAGE)
  const { version } = JSON.parse(readFileSync(inApp('node_modules/picocolors/package.json'), 'utf8')) as {
    version: string
  }
  const manifest = JSON.parse(readFileSync(inApp('package.json'), 'utf8')) as Manifest
  manifest.devDependencies.picocolors = version
  // An upgrade contains nothing of the features that this list names.
  if (!manifest.starter.without.includes(without)) manifest.starter.without.push(without)
  writeFileSync(inApp('package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  run('oxfmt', '.')
  // Resolving the config sets up the router's plugin, which writes src/routeTree.gen.ts.
  run('node', '--input-type=module', '--eval', "await (await import('vite')).resolveConfig({}, 'build')")
  run('node', 'scripts/texts-checked.ts')
  stage()
}
