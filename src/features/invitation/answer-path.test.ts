import { expect, test } from 'vitest'
import { invitationTokenIn, withInvitation } from './invitation-path.ts'

test('invitationTokenIn finds the token of withInvitation, and none in other paths', () => {
  expect(invitationTokenIn(withInvitation('/app', 'id.signature+/='))).toBe('id.signature+/=')
  for (const other of ['', '/app', '/app?dialog=new', '?', '%', '/app?invitations=x'])
    expect(invitationTokenIn(other)).toBe('')
})
