import { expect, test } from 'vitest'
import { readSettings } from '#env/settings.server.ts'
import { problemsOf } from '#env/test-settings.server.ts'
import { socialSignIn } from './feature.start.server.ts'

test.each(['GITHUB', 'GOOGLE'])('%s requires both its client ID and its secret', (provider) => {
  const id = `${provider}_CLIENT_ID`
  const secret = `${provider}_CLIENT_SECRET`
  expect(problemsOf({ [id]: 'me' })).toEqual([`${secret} is missing: set both, or neither`])
  expect(problemsOf({ [secret]: 'hush' })).toEqual([`${id} is missing: set both, or neither`])
  const both = { [id]: 'me', [secret]: 'hush' }
  expect(problemsOf(both)).toEqual([])
  expect(readSettings(both, socialSignIn.settings)).toEqual(both)
})
