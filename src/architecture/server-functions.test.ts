import { expect, test } from 'vitest'
import { carelessServerFunctions } from './server-functions.ts'
import { sources } from './source.ts'

test('every server function has a guard, checked input, and the method its name promises', () => {
  expect(carelessServerFunctions(sources)).toEqual([])
})

const GUARD = `.middleware([requirePermission('repository:create')])`

test.each([
  ['without a guard', `export const getA = createServerFn({ method: 'GET' }).handler(() => 1)`, 'has no guard'],
  ['whose guard is not first', post(`.middleware([log, requireLocalMode]).handler(() => 1)`), 'has no guard'],
  ['with input unchecked', post(`${GUARD}.handler(({ data }) => data)`), 'takes input unchecked'],
  ['whose handler hides what it takes', post(`${GUARD}.handler(save)`), 'takes input unchecked'],
  ['that takes everything', post(`${GUARD}.handler((all) => all.data)`), 'takes input unchecked'],
  ['that takes the rest', post(`${GUARD}.handler(({ context, ...rest }) => rest)`), 'takes input unchecked'],
  ['that changes by GET', `export const saveA = createServerFn({ method: 'GET' })${GUARD}.handler(() => 1)`, 'POST'],
  ['that reads by POST', `export const listA = createServerFn({ method: 'POST' })${GUARD}.handler(() => 1)`, 'GET'],
  ['without a method', `export const saveA = createServerFn()${GUARD}.handler(() => 1)`, 'without a method'],
])('a server function %s is refused', (_name, text, words) => {
  const path = 'src/features/a/a.functions.ts'
  expect(carelessServerFunctions([{ path, text }])).toEqual([expect.stringContaining(words)])
})

test('a server function outside of a *.functions.ts is refused', () => {
  const text = post(`${GUARD}.handler(() => 1)`)
  expect(carelessServerFunctions([{ path: 'src/features/a/pages/a.tsx', text }])).toEqual([
    expect.stringContaining('put it there'),
  ])
})

test('a guarded one with checked input passes, and one without input needs no check', () => {
  const path = 'src/features/a/a.functions.ts'
  const texts = [
    post(`${GUARD}.validator(validate(a)).handler(({ data, context }) => save(data, context))`),
    post(`${GUARD}.handler(({ context }) => save(context))`),
    `export const initializeApp = createServerFn({ method: 'GET' }).middleware([allowAnyone]).handler(() => 1)`,
  ]
  expect(carelessServerFunctions(texts.map((text) => ({ path, text })))).toEqual([])
})

function post(steps: string): string {
  return `export const saveA = createServerFn({ method: 'POST' })${steps}`
}
