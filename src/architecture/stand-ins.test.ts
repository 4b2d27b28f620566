import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createServer, resolveConfig } from 'vite'

// An import must load the package that it names, in the browser and on the server, so that the documentation of the
// package applies.

const root = path.resolve(import.meta.dirname, '../..')
const configFile = path.join(root, 'vite.config.ts')
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, object>
const manifest = read('package.json')
const packages = Object.keys(manifest.dependencies ?? {})

/** Imports within libraries, by importing file, because a part of a library could be replaced as well. */
const IMPORTS_WITHIN_LIBRARIES = {
  'lucide-react/dist/esm/icons/x.mjs': ['../createLucideIcon.mjs', 'lucide-react/dist/esm/createLucideIcon.mjs'],
  'lucide-react/dist/esm/createLucideIcon.mjs': ['./Icon.mjs', 'lucide-react/dist/esm/Icon.mjs'],
  'react-i18next/dist/es/index.js': ['./useTranslation.js', 'react-i18next/dist/es/useTranslation.js'],
} as const

test('no alias or plugin of the build, the tests or the types redirects the name of a package', async () => {
  expect(Object.keys(manifest.imports ?? {}).filter((name) => !name.startsWith('#'))).toEqual([])
  expect(read('tsconfig.json').compilerOptions).not.toHaveProperty('paths')
  for (const [file, command] of [
    [configFile, 'serve'],
    [configFile, 'build'],
    [path.join(root, 'vitest.config.ts'), 'serve'],
  ] as const) {
    const { resolve, plugins } = await resolveConfig({ root, configFile: file, logLevel: 'error' }, command)
    const isAliased = (name: string) =>
      resolve.alias.some(({ find }) => (find instanceof RegExp ? find.test(name) : `${name}/`.startsWith(`${find}/`)))
    expect(packages.filter(isAliased)).toEqual([])
    const ours = plugins.filter(
      ({ name }) => !/^(alias|vite|tanstack|@tailwindcss|native|builtin|commonjs|react|vitest)/.test(name),
    )
    expect(ours.filter(({ resolveId, load }) => resolveId ?? load).map(({ name }) => name)).toEqual([])
  }
})

test('every package resolves to its folder in node_modules, in the browser and on the server', async () => {
  const server = await createServer({
    root,
    configFile,
    logLevel: 'error',
    cacheDir: await mkdtemp(path.join(tmpdir(), 'latchkey-vite-')),
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
  const places: Record<string, string | undefined> = {}
  for (const [name, { pluginContainer }] of Object.entries(server.environments)) {
    const find = async (wanted: string, importer: string) => (await pluginContainer.resolveId(wanted, importer))?.id
    for (const wanted of packages) places[`${name}: ${wanted}`] = await find(wanted, path.join(root, 'src/router.tsx'))
    for (const [importer, [wanted, place]] of Object.entries(IMPORTS_WITHIN_LIBRARIES))
      places[`${name}: ${place}`] = await find(wanted, path.join(root, 'node_modules', importer))
  }
  await server.close()
  const elsewhere = Object.entries(places).filter(([asked, place]) => {
    const wanted = asked.slice(asked.indexOf(': ') + 2)
    // In development, packages that the server does not bundle resolve to their name, and packages that Vite pre-bundles for
    // the browser resolve to a file with their name.
    const known = [`/node_modules/${wanted}`, `/deps/${wanted.replaceAll('/', '_')}.js`]
    return place !== undefined && place !== wanted && !known.some((one) => place.includes(one))
  })
  expect(elsewhere).toEqual([])
  expect(Object.keys(places).length).toBeGreaterThan(2 * packages.length)
})
