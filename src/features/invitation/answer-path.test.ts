import { expect, test } from 'vitest'
import { invitationTokenIn, addInvitationToken } from './invitation-path.ts'

test('invitationTokenIn finds the token of addInvitationToken, and none in other paths', () => {
  expect(invitationTokenIn(addInvitationToken('/app', 'id.signature+/='))).toBe('id.signature+/=')
  for (const other of ['', '/app', '/app?dialog=new', '?', '%', '/app?invitations=x'])
    expect(invitationTokenIn(other)).toBe('')
})
