import { expect, test } from 'vitest'
import { functionIds } from './function-ids.ts'

const LIST = { filename: 'src/features/users/users.functions.ts', functionName: 'listUsers_createServerFn_handler' }

test('a server function is called by its file and its name, however often the build asks', () => {
  const idOf = functionIds()
  expect([idOf(LIST), idOf(LIST)]).toEqual(['users.listUsers', 'users.listUsers'])
})

test('the build fails when files of two features would give the same names', () => {
  const idOf = functionIds()
  idOf({ ...LIST, filename: 'src/features/users/list.functions.ts' })
  expect(() => idOf({ ...LIST, filename: 'src/features/repositories/list.functions.ts' })).toThrow(
    /users\/list\.functions\.ts and .*repositories\/list\.functions\.ts would both be called list\.\*/,
  )
})
