import { afterEach, expect, test, vi } from 'vitest'
import { parseCommandLine } from './command-line.ts'
import { PlainFailure } from './plain-failure.ts'

const USAGE = 'Usage: npm run paint -- wall'
const args = [...process.argv]

afterEach(() => {
  process.argv.splice(0, process.argv.length, ...args)
})

function parse(...given: string[]) {
  process.argv.splice(2, process.argv.length, ...given)
  return parseCommandLine(USAGE, { color: { type: 'string' } })
}

test('parseCommandLine returns positional arguments and options', () => {
  expect(parse('wall', '--color', 'red')).toMatchObject({ positionals: ['wall'], values: { color: 'red' } })
})

test('parseCommandLine refuses an unknown option in one sentence, followed by the usage', () => {
  expect(() => parse('--size')).toThrow(new PlainFailure(`Unknown option '--size'.\n${USAGE}`))
})

test('parseCommandLine prints the usage and ends the process with code 0 for --help', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  expect(() => parse('--help')).toThrow('exit 0')
  expect(log).toHaveBeenCalledWith(USAGE)
  exit.mockRestore()
  log.mockRestore()
})
