import { expect, test } from 'vitest'
import { unsafeServerFunctions } from './server-functions.ts'
import { sources } from './source.ts'

test('every server function has a guard, validated input, and the HTTP method that its name implies', () => {
  expect(unsafeServerFunctions(sources)).toEqual([])
})

const GUARD = `.middleware([requirePermission('repository:create')])`

test.each([
  ['without a guard', `export const getA = createServerFn({ method: 'GET' }).handler(() => 1)`, 'has no guard'],
  ['with a guard that is not first', post(`.middleware([log, requireLocalMode]).handler(() => 1)`), 'has no guard'],
  ['with unvalidated input', post(`${GUARD}.handler(({ data }) => data)`), 'takes input unchecked'],
  ['with a named handler', post(`${GUARD}.handler(save)`), 'takes input unchecked'],
  ['with an undestructured parameter', post(`${GUARD}.handler((all) => all.data)`), 'takes input unchecked'],
  ['with a rest parameter', post(`${GUARD}.handler(({ context, ...rest }) => rest)`), 'takes input unchecked'],
  ['that writes with GET', `export const saveA = createServerFn({ method: 'GET' })${GUARD}.handler(() => 1)`, 'POST'],
  ['that reads with POST', `export const listA = createServerFn({ method: 'POST' })${GUARD}.handler(() => 1)`, 'GET'],
  ['that is not exported', `const saveA = createServerFn({ method: 'POST' })${GUARD}.handler(() => 1)`, 'exported'],
  ['with a shared builder without a guard', sharing('', `.handler(() => 1)`), 'has no guard'],
  [
    'with a shared builder that only logs first',
    sharing(`.middleware([log])`, `${GUARD}.handler(() => 1)`),
    'no guard',
  ],
  ['with a shared builder and unvalidated input', sharing(GUARD, `.handler(serve(save))`), 'takes input unchecked'],
  ['with a shared builder for reads that writes', sharing(GUARD, `.handler(() => 1)`, 'GET'), 'POST'],
  ['without a method', `export const saveA = createServerFn()${GUARD}.handler(() => 1)`, 'no method'],
])('unsafeServerFunctions reports a server function %s', (_name, text, words) => {
  const path = 'src/features/a/a.functions.ts'
  expect(unsafeServerFunctions([{ path, text }])).toEqual([expect.stringContaining(words)])
})

test('unsafeServerFunctions reports a server function outside of a *.functions.ts file', () => {
  const text = post(`${GUARD}.handler(() => 1)`)
  expect(unsafeServerFunctions([{ path: 'src/features/a/pages/a.tsx', text }])).toEqual([
    expect.stringContaining('must be an exported const'),
  ])
})

test('unsafeServerFunctions accepts guarded server functions with validated input or without input', () => {
  const path = 'src/features/a/a.functions.ts'
  const texts = [
    post(`${GUARD}.validator(validator(a)).handler(({ data, context }) => save(data, context))`),
    post(`${GUARD}.handler(({ context }) => save(context))`),
    sharing(GUARD, `.validator(validator(a)).handler(serve(save))`),
    sharing(GUARD, `.middleware([refuseInDemo]).handler(({ context }) => save(context))`),
    `export const initializeApp = createServerFn({ method: 'GET' }).middleware([allowAnyone]).handler(() => 1)`,
  ]
  expect(unsafeServerFunctions(texts.map((text) => ({ path, text })))).toEqual([])
})

function post(steps: string): string {
  return `export const saveA = createServerFn({ method: 'POST' })${steps}`
}

/** Returns a server function whose first steps are shared by the functions of the file. */
function sharing(first: string, steps: string, method = 'POST'): string {
  return `const changing = createServerFn({ method: '${method}' })${first}\nexport const saveA = changing()${steps}`
}
