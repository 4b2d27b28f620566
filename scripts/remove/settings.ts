import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { StartFeature } from '#feature/start-feature.ts'

/** The names of the variables that a feature brings. @param file its `feature.start.server.ts`, which need not be there */
export async function variablesOf(file: string): Promise<string[]> {
  if (!existsSync(file)) return []
  const module = (await import(pathToFileURL(file).href)) as Record<string, StartFeature>
  return Object.values(module).flatMap(({ settings }) => Object.keys(settings?.variables ?? {}))
}

/** The text of `.env.example`, of a table of settings or of a file for containers without some variables. */
export function withoutVariables(text: string, names: readonly string[]): string {
  if (names.length === 0) return text
  const name = `(?:${names.join('|')})`
  return (
    text
      .replaceAll(new RegExp(`(?:^# (?![A-Z_]+=|---).*\\n)*^(?:# )?${name}=.*\\n`, 'gm'), '')
      .replaceAll(new RegExp(`^\\| \`${name}\` \\|.*\\n`, 'gm'), '')
      .replaceAll(new RegExp(`^ +${name}: .*\\n`, 'gm'), '')
      // A heading of .env.example that nothing is left below.
      .replaceAll(/\n# --- .* ---\n\n?(?=\n# ---|$(?![\s\S]))/g, '')
  )
}
