import { readdir, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const SERVER = 'ssr'
const MIGRATIONS = 'src/db/migrations'
/** Files that `migrateDatabase` reads; only drizzle-kit uses the rest of the folder. */
const READ_WHEN_MIGRATING = /\.sql$|^meta[/\\]_journal\.json$/

/**
 * Returns a Vite plugin that bundles all packages into the server build and adds the files that are read at run time, so that
 * only `dist` must be shipped. The build fails if the server would need a package at run time.
 */
export function wholeServer(): Plugin {
  return {
    name: 'whole-server',
    // In `npm run dev` Node loads packages directly.
    apply: 'build',
    configEnvironment: (name) => (name === SERVER ? { resolve: { noExternal: true } } : undefined),
    applyToEnvironment: ({ name }) => name === SERVER,
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const imports = file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []
        const foreign = imports.filter((name) => !(name in bundle) && !isBuiltin(name))
        if (foreign.length > 0)
          this.error(`${file.fileName} would need packages that are not shipped: ${foreign.join(', ')}`)
      }
      // Node must read the files as modules in any folder.
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' })
      for (const file of await readdir(MIGRATIONS, { recursive: true }))
        if (READ_WHEN_MIGRATING.test(file))
          this.emitFile({
            type: 'asset',
            fileName: `migrations/${file.replaceAll(path.sep, '/')}`,
            source: await readFile(path.join(MIGRATIONS, file)),
          })
    },
  }
}
