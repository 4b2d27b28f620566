import { readdir, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const SERVER = 'ssr'
const MIGRATIONS = 'src/db/migrations'
/** What migrating reads; the rest of the folder is for drizzle-kit. */
const READ_WHEN_MIGRATING = /\.sql$|^meta[/\\]_journal\.json$/

/**
 * Vite plugin: takes all packages into the server build and puts beside its code what it reads when it runs, so that `dist` is
 * all there is to ship; refuses a build that would need a package at run time.
 */
export function wholeServer(): Plugin {
  return {
    name: 'whole-server',
    // Not in `npm run dev`, where packages are loaded by Node as they are.
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
      // Wherever the folder is put, Node reads its files as modules.
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
