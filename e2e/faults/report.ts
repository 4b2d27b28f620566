import { mkdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Fault } from './fault.ts'

const DOCUMENT = new URL('../../docs/reliability.md', import.meta.url)
const COUNTS = path.resolve('test-results/faults.json')
const HEAD = '| # | fault | how | promise | measured |\n| --- | --- | --- | --- | --- |'
const [BEGIN, END] = ['<!-- faults: begin -->', '<!-- faults: end -->']

/** What became of a row. */
export interface Outcome {
  fault: Fault
  /** `absent` where this machine cannot bring the fault about. */
  state: 'holds' | 'FALLS' | 'absent'
  /** The figures, or what was broken. */
  told: string
  seconds: number
}

interface Run {
  command: string
  seconds: number
  /** What becomes of the document: written anew, brought up to date in the rows that were run, or left as it is. */
  document: 'whole' | 'rows' | 'as it is'
}

/** Prints the table, and puts it between the marks in `docs/reliability.md`. */
export async function publish(outcomes: Outcome[], { command, seconds, document }: Run): Promise<void> {
  const lines = outcomes.map(lineOf)
  const about = whereAndWhen(command, seconds)
  console.log(`\n${[HEAD, ...lines, '', about].join('\n')}\n`)
  if (document === 'as it is') return
  const text = await readFile(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const [old = '', after] = rest?.split(END) ?? []
  if (after === undefined) throw new Error('docs/reliability.md has no marks to put the table between')
  const table = document === 'whole' ? [HEAD, ...lines, '', about] : [...replaced(old, lines), `Since then: ${about}`]
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\n${table.join('\n')}\n\n${END}${after}`)
}

/** The table as it was and what stands below it, with new lines in the place of old ones for the same faults. */
function replaced(old: string, lines: string[]): string[] {
  const faultOf = (line: string) => line.split(' | ').slice(0, 2).join(' | ')
  const isRow = (line: string) => /^\| \d/.test(line)
  const [rows, others] = [true, false].map((wanted) => old.split('\n').filter((line) => isRow(line) === wanted))
  const newest = new Map([...(rows ?? []), ...lines].map((line) => [faultOf(line), line]))
  const sorted = [...newest.values()].toSorted((one, other) => parseInt(one.slice(2)) - parseInt(other.slice(2)))
  const below = (others ?? []).filter((line) => line !== '' && !line.startsWith('|'))
  return [HEAD, ...sorted, '', ...below]
}

function lineOf({ fault: { row, title, how, pass }, state, told }: Outcome): string {
  const cells = [row, title, how, pass, state === 'holds' ? told : `**${state}**: ${told}`]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** Leaves the counts for `npm test`. */
export async function writeCounts(outcomes: Outcome[]): Promise<void> {
  const count = (wanted: Outcome['state']) => outcomes.filter(({ state }) => state === wanted).length
  await mkdir(path.dirname(COUNTS), { recursive: true })
  await writeFile(COUNTS, JSON.stringify({ passed: count('holds'), failed: count('FALLS'), absent: count('absent') }))
}

function cell(text: string | number): string {
  return String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function whereAndWhen(command: string, seconds: number): string {
  const cores = os.cpus()
  const load = (os.loadavg()[2] ?? 0).toFixed(1)
  return `_${new Date().toISOString().slice(0, 10)}, \`${command}\` in ${Math.round(seconds)} s, Node ${process.versions.node}, ${cores.length} cores (${cores[0]?.model.trim()}), load over the last quarter of an hour ${load}._`
}
