import { readFile, writeFile } from 'node:fs/promises'

const RESULTS = new URL('results.md', import.meta.url)

/** Prints a section of `bench/results.md`, and puts it there in place of the one with the same heading. */
export async function publishSection(heading: string, text: string): Promise<void> {
  const section = `## ${heading}\n\n${text.trim()}\n`
  console.log(section)
  const [head = '', ...others] = (await readFile(RESULTS, 'utf8')).split(/^(?=## )/m)
  const kept = others.filter((other) => !other.startsWith(`## ${heading}\n`)).map((other) => `${other.trim()}\n`)
  await writeFile(RESULTS, [`${head.trim()}\n`, ...kept, section].join('\n'))
}
