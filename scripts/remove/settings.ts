import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { StartFeature } from '#feature/start-feature.ts'

/** Returns the names of a feature's environment variables. @param file its `feature.start.server.ts`, which might not exist */
export async function variablesOf(file: string): Promise<string[]> {
  if (!existsSync(file)) return []
  const module = (await import(pathToFileURL(file).href)) as Record<string, StartFeature>
  return Object.values(module).flatMap(({ settings }) => Object.keys(settings?.variables ?? {}))
}

/** Removes variables from the text of `.env.example`, a Markdown table of settings or a container file. */
export function withoutVariables(text: string, names: readonly string[]): string {
  if (names.length === 0) return text
  const name = `(?:${names.join('|')})`
  return (
    text
      .replaceAll(new RegExp(`(?:^# (?![A-Z_]+=|---).*\\n)*^(?:# )?${name}=.*\\n`, 'gm'), '')
      .replaceAll(new RegExp(`^\\| \`${name}\` \\|.*\\n`, 'gm'), '')
      .replaceAll(new RegExp(`^ +${name}: .*\\n`, 'gm'), '')
      // Headings of .env.example that are no longer followed by variables.
      .replaceAll(/\n# --- .* ---\n\n?(?=\n# ---|$(?![\s\S]))/g, '')
  )
}
