import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Returns a Vite plugin that copies the texts of `locales` into the client build, in a folder whose name has a hash of all texts.
 * Code reads the path of the folder from `__TEXTS__`. With one hash instead of one per file, pages need no list of the files.
 */
export function textFiles(): Plugin {
  // Sorted, so that each machine builds the same hash, and minified, because browsers load these files.
  const files = globSync('locales/*/*.json')
    .toSorted()
    .map((file) => ({
      name: file.replaceAll('\\', '/').replace('locales/', ''),
      source: JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))),
    }))
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 8)
  const folder = `assets/texts-${hash}`
  return {
    name: 'text-files',
    config: (_config, { command }) => ({
      // The development server serves the folder `locales` itself.
      define: { __TEXTS__: JSON.stringify(command === 'build' ? `/${folder}` : '/locales') },
    }),
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      for (const { name, source } of files) this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source })
    },
  }
}
