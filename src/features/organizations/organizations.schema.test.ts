import { expect, test } from 'vitest'
import { isolated } from '#lib/intl.ts'
import { typedName } from './organizations.schema.ts'

test.each(['Café Lumière', ' Café  Lumière ', 'Cafe\u0301 Lumie\u0300re', isolated('Café Lumière')])(
  'typedName accepts %j, typed or copied from the question',
  (typed) => {
    expect(typedName('Café Lumière').safeParse({ typed }).success).toBe(true)
  },
)

test.each(['', 'Café', 'café lumière', 'Café Lumière 2'])('typedName rejects %j', (typed) => {
  expect(typedName('Café Lumière').safeParse({ typed }).error?.issues).toMatchObject([{ message: 'nameNotTyped' }])
})
