import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refuseAuthCallInDemo, refuseChangeInDemo } from './demo-gate.server.ts'

const settings = vi.hoisted(() => ({ demoMode: true }))

vi.mock('#env/environment.server.ts', () => ({ environment: () => settings }))

const ALLOWED = [
  'GET /get-session',
  'POST /sign-out',
  'POST /email-otp/send-verification-otp',
  'POST /sign-in/email-otp',
]
const REFUSED = [
  'POST /update-user',
  'POST /delete-user',
  'GET /delete-user/callback',
  'GET /verify-email',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
  'POST /admin/stop-impersonating',
  'POST /sign-in/social',
  'GET /callback/github',
  'POST /get-session',
  'GET /sign-out',
  'post /sign-out',
  'POST /sign-out/',
  'POST /added-later',
  '',
]

describe('in demo mode', () => {
  beforeEach(() => void (settings.demoMode = true))

  test('in demo mode, a change is refused', () => {
    expect(refuseChangeInDemo).toThrow(expect.objectContaining({ code: 'DEMO_MODE_ENABLED', status: 403 }))
  })

  test.each(ALLOWED)('in demo mode, the call %s is allowed', (call) => {
    expect(() => refuseAuthCallInDemo(call)).not.toThrow()
  })

  test.each(REFUSED)('in demo mode, the call %s is refused', (call) => {
    expect(() => refuseAuthCallInDemo(call)).toThrow(expect.objectContaining({ code: 'DEMO_MODE_ENABLED' }))
  })
})

describe('without demo mode', () => {
  beforeEach(() => void (settings.demoMode = false))

  test.each([...ALLOWED, ...REFUSED])('without demo mode, the call %s is allowed', (call) => {
    expect(() => refuseAuthCallInDemo(call)).not.toThrow()
    expect(refuseChangeInDemo).not.toThrow()
  })
})
