import { mkdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Fault } from './fault.ts'

const DOCUMENT = new URL('../../docs/reliability.md', import.meta.url)
const COUNTS = path.resolve('test-results/faults.json')
const HEAD = '| # | fault | how | promise | measured |\n| --- | --- | --- | --- | --- |'
const MEASURED_AGAIN = 'Some rows were measured again, most recently'
const [BEGIN, END] = ['<!-- faults: begin -->', '<!-- faults: end -->']

/** The result of a row. */
export interface Outcome {
  fault: Fault
  /** `absent` if the row was skipped, or if this machine cannot cause the fault. */
  state: 'holds' | 'FALLS' | 'absent'
  /** The text of the column “measured”: the figures of the row, or the message of its error. */
  measured: string
  seconds: number
}

interface Run {
  command: string
  seconds: number
  /** The change to docs/reliability.md: a new table, new lines for the rows that ran, or no change. */
  document: 'whole' | 'rows' | 'as it is'
}

/** Prints the table and writes it between the marks in `docs/reliability.md`. Does neither if the document must not change. */
export async function publishTable(outcomes: Outcome[], { command, seconds, document }: Run): Promise<void> {
  const lines = outcomes.map(lineOf)
  const about = whereAndWhen(command, seconds)
  if (document === 'as it is') return
  console.log(`\n${[HEAD, ...lines, '', about].join('\n')}\n`)
  const text = await readFile(DOCUMENT, 'utf8')
  const [before, rest] = text.split(BEGIN)
  const [old = '', after] = rest?.split(END) ?? []
  if (after === undefined) throw new Error('docs/reliability.md lacks the marks around the table')
  const table = document === 'whole' ? [HEAD, ...lines, '', about] : withReplacedRows(old, lines)
  await writeFile(DOCUMENT, `${before}${BEGIN}\n\n${table.join('\n')}\n\n${END}${after}`)
}

/** Returns the old table, in which `lines` replace the rows of the same faults, and the date of this change below it. */
function withReplacedRows(old: string, lines: string[]): string[] {
  const faultOf = (line: string) => line.split(' | ').slice(0, 2).join(' | ')
  const isRow = (line: string) => /^\| \d/.test(line)
  const [rows, others] = [true, false].map((wanted) => old.split('\n').filter((line) => isRow(line) === wanted))
  const newest = new Map([...(rows ?? []), ...lines].map((line) => [faultOf(line), line]))
  const sorted = [...newest.values()].toSorted((one, other) => parseInt(one.slice(2)) - parseInt(other.slice(2)))
  const below = (others ?? []).filter(
    (line) => line !== '' && !line.startsWith('|') && !line.startsWith(MEASURED_AGAIN),
  )
  return [HEAD, ...sorted, '', ...below, '', `${MEASURED_AGAIN} on ${today()}.`]
}

function lineOf({ fault, state, measured: told }: Outcome): string {
  return `${promiseOf(fault)} ${cell(state === 'holds' ? told : `**${state}**: ${told}`)} |`
}

function promiseOf({ row, title, how, pass }: Fault): string {
  return `| ${[row, title, how, pass].map(cell).join(' | ')} |`
}

/** Returns the names of faults that must run again, because the document lacks them or has an outdated promise for them. */
export async function findOutdatedRows(faults: Fault[]): Promise<string[]> {
  const text = await readFile(DOCUMENT, 'utf8')
  return faults.filter((fault) => !text.includes(promiseOf(fault))).map(({ row, title }) => `${row} ${title}`)
}

/** Writes the counts for `npm test`. @param outdated the result of `findOutdatedRows`; counts as one failure in total */
export async function writeCounts(outcomes: Outcome[], outdated: string[]): Promise<void> {
  const fallen = outcomes.filter(({ state }) => state === 'FALLS')
  const passed = outcomes.filter(({ state }) => state === 'holds').length
  const remarks = [
    ...fallen.map(
      ({ fault: { row, title }, measured: told }) =>
        `FAILED ${row} ${title}\n  npm run test:faults -- --rows ${row}\n    ${told}`,
    ),
    ...outdated.map((fault) => `FAILED docs/reliability.md lacks the row "${fault}", or its promise is outdated`),
  ]
  await mkdir(path.dirname(COUNTS), { recursive: true })
  await writeFile(COUNTS, JSON.stringify({ passed, failed: fallen.length + (outdated.length > 0 ? 1 : 0), remarks }))
}

function cell(text: string | number): string {
  return String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function whereAndWhen(command: string, seconds: number): string {
  const cores = os.cpus()
  const load = (os.loadavg()[2] ?? 0).toFixed(1)
  return `_${today()}, \`${command}\` in ${Math.round(seconds)} s, Node ${process.versions.node}, ${cores.length} cores (${cores[0]?.model.trim()}), load average of 15 minutes ${load}._`
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
