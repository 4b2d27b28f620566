import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** By what the libraries' users import, our own few lines. */
const LIGHT: Record<string, string> = {
  '../createLucideIcon.mjs': fileURLToPath(new URL('../../src/ui/create-lucide-icon.ts', import.meta.url)),
  'react-i18next': fileURLToPath(new URL('../../src/i18n/light-react-i18next.tsx', import.meta.url)),
}

/**
 * Puts our own few lines in place of what makes components of icons and hands texts to components, in the build: each
 * page has hundreds of both. Development uses the libraries.
 */
export function lightLibraries(): Plugin {
  return {
    name: 'latchkey:light-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => LIGHT[source],
  }
}
