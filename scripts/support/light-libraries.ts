import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** By what the libraries' users import, our own few lines. */
const LIGHT: Record<string, string> = {
  '../createLucideIcon.mjs': fileURLToPath(new URL('../../src/ui/create-lucide-icon.ts', import.meta.url)),
  'react-i18next': fileURLToPath(new URL('../../src/i18n/light-react-i18next.tsx', import.meta.url)),
}
/** The server has the library itself. */
const LIGHT_IN_BROWSERS: Record<string, string> = {
  i18next: fileURLToPath(new URL('../../src/i18n/light-i18next.ts', import.meta.url)),
}

/**
 * Puts our own few lines in place of what makes components of icons, hands texts to components and translates: each page
 * has hundreds of the first two, and the first page waits for the last. In development too, but for the icons.
 */
export function lightLibraries(): Plugin {
  return {
    name: 'latchkey:light-libraries',
    enforce: 'pre',
    resolveId(source) {
      return LIGHT[source] ?? (this.environment.name === 'client' ? LIGHT_IN_BROWSERS[source] : undefined)
    },
  }
}
