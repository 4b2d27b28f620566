import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OURS = fileURLToPath(new URL('../../src/ui/create-lucide-icon.ts', import.meta.url))

/** Has the icons of lucide-react made into components by our own few lines, in the build; development uses the library's. */
export function lightIcons(): Plugin {
  return {
    name: 'latchkey:light-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === '../createLucideIcon.mjs' ? OURS : undefined),
  }
}
