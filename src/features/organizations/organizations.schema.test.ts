import { expect, test } from 'vitest'
import { isolateDirection } from '#lib/intl.ts'
import { nameConfirmationFields } from './organizations.schema.ts'

test.each(['Café Lumière', ' Café  Lumière ', 'Cafe\u0301 Lumie\u0300re', isolateDirection('Café Lumière')])(
  'nameConfirmationFields accepts %j, typed or copied from the question',
  (typed) => {
    expect(nameConfirmationFields('Café Lumière').safeParse({ typed }).success).toBe(true)
  },
)

test.each(['', 'Café', 'café lumière', 'Café Lumière 2'])('nameConfirmationFields rejects %j', (typed) => {
  expect(nameConfirmationFields('Café Lumière').safeParse({ typed }).error?.issues).toMatchObject([
    { message: 'nameNotTyped' },
  ])
})
