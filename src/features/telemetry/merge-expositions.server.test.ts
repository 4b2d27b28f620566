import { expect, test } from 'vitest'
import { mergeExpositions } from './merge-expositions.server.ts'

const of = (process: string, extra = '') => `# HELP a_total Things.
# TYPE a_total counter
a_total{process="${process}"} 1
${extra}`

test('mergeExpositions lists each metric once with the samples of all processes, even if only one process has it', () => {
  const b = '# HELP b More.\n# TYPE b gauge\nb{process="2"} 2\n'
  expect(
    mergeExpositions([of('1'), of('2', b), of('3')])
      .split('\n')
      .filter(Boolean),
  ).toEqual([
    '# HELP a_total Things.',
    '# TYPE a_total counter',
    'a_total{process="1"} 1',
    'a_total{process="2"} 1',
    'a_total{process="3"} 1',
    '# HELP b More.',
    '# TYPE b gauge',
    'b{process="2"} 2',
  ])
})

test('mergeExpositions returns an empty text for no processes', () => {
  expect(mergeExpositions([])).toBe('')
})
