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

/** Prints the table and puts it between the marks in `docs/reliability.md`, where the document is to change. */
export async function publish(outcomes: Outcome[], { command, seconds, document }: Run): Promise<void> {
  const lines = outcomes.map(lineOf)
  const about = whereAndWhen(command, seconds)
  if (document === 'as it is') return
  console.log(`\n${[HEAD, ...lines, '', about].join('\n')}\n`)
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

function lineOf({ fault, state, told }: Outcome): string {
  return `${promiseOf(fault)} ${cell(state === 'holds' ? told : `**${state}**: ${told}`)} |`
}

function promiseOf({ row, title, how, pass }: Fault): string {
  return `| ${[row, title, how, pass].map(cell).join(' | ')} |`
}

/** Names the faults of which the document does not tell, or tells another promise: they are to be run anew. */
export async function findUntold(faults: Fault[]): Promise<string[]> {
  const text = await readFile(DOCUMENT, 'utf8')
  return faults.filter((fault) => !text.includes(promiseOf(fault))).map(({ row, title }) => `${row} ${title}`)
}

/** Leaves the counts for `npm test`. @param untold of `findUntold`: together they count as one that failed */
export async function writeCounts(outcomes: Outcome[], untold: string[]): Promise<void> {
  const fallen = outcomes.filter(({ state }) => state === 'FALLS')
  const passed = outcomes.filter(({ state }) => state === 'holds').length
  const remarks = [
    ...fallen.map(
      ({ fault: { row, title }, told }) =>
        `FAILED ${row} ${title}\n  npm run test:faults -- --rows ${row}\n    ${told}`,
    ),
    ...untold.map((fault) => `FAILED docs/reliability.md does not tell of ${fault} as it is`),
  ]
  await mkdir(path.dirname(COUNTS), { recursive: true })
  await writeFile(COUNTS, JSON.stringify({ passed, failed: fallen.length + (untold.length > 0 ? 1 : 0), remarks }))
}

function cell(text: string | number): string {
  return String(text).replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function whereAndWhen(command: string, seconds: number): string {
  const cores = os.cpus()
  const load = (os.loadavg()[2] ?? 0).toFixed(1)
  return `_${new Date().toISOString().slice(0, 10)}, \`${command}\` in ${Math.round(seconds)} s, Node ${process.versions.node}, ${cores.length} cores (${cores[0]?.model.trim()}), load over the last quarter of an hour ${load}._`
}
