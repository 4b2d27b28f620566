import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'

const RESULTS = new URL('results.md', import.meta.url)
const startedAt = performance.now()

/** Prints the progress and the elapsed time to the terminal, but not to `bench/results.md`. */
export function progress(what: string): void {
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  console.error(`${String(seconds).padStart(4)} s  ${what}`)
}

/** Formats a table in Markdown. */
export function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Prints a section of `bench/results.md`, and replaces the section with the same heading there. */
export async function publishSection(heading: string, text: string): Promise<void> {
  const section = `## ${heading}\n\n${text.trim()}\n\n${whereAndWhen()}\n`
  console.log(`\n${section}`)
  const [head = '', ...others] = (await readFile(RESULTS, 'utf8')).split(/^(?=## )/m)
  const kept = others.filter((other) => !other.startsWith(`## ${heading}\n`)).map((other) => `${other.trim()}\n`)
  const sections = [...kept, section].toSorted((one, other) => (one < other ? -1 : 1))
  await writeFile(RESULTS, [`${head.trim()}\n`, ...sections].join('\n'))
}

function whereAndWhen(): string {
  const cores = os.cpus()
  const commit = execFileSync('git', ['describe', '--always'], { encoding: 'utf8' }).trim()
  const load = (os.loadavg()[2] ?? 0).toFixed(1)
  return `_${new Date().toISOString().slice(0, 10)}, ${commit}, Node ${process.versions.node}, ${cores.length} cores (${cores[0]?.model.trim()}), load average of 15 minutes ${load}._`
}
