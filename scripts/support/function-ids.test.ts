import { expect, test } from 'vitest'
import { functionIds } from './function-ids.ts'

const LIST = { filename: 'src/features/users/users.functions.ts', functionName: 'listUsers_createServerFn_handler' }

test('functionIds returns the same name for a server function on each call, built from its file and its own name', () => {
  const idOf = functionIds()
  expect([idOf(LIST), idOf(LIST)]).toEqual(['users.listUsers', 'users.listUsers'])
})

test('functionIds throws if files of two features would produce the same names', () => {
  const idOf = functionIds()
  idOf({ ...LIST, filename: 'src/features/users/list.functions.ts' })
  expect(() => idOf({ ...LIST, filename: 'src/features/repositories/list.functions.ts' })).toThrow(
    /users\/list\.functions\.ts and .*repositories\/list\.functions\.ts would both be called list\.\*/,
  )
})
