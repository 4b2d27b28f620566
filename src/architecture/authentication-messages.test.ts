import { expect, it } from 'vitest'
import errors from '../../locales/en/errors.json' with { type: 'json' }
import catalogue from '../../locales/en/error-catalogue.json' with { type: 'json' }

it('the authentication errors have the specified messages', () => {
  expect({ ...catalogue, ...errors }).toMatchObject({
    USER_NOT_FOUND: 'User not found',
    INVALID_EMAIL: 'Invalid email',
    INVALID_OTP: 'invalid otp',
    OTP_EXPIRED: 'otp expired',
    SESSION_EXPIRED: 'Session expired. Re-authenticate to perform this action.',
    BANNED_USER: 'You have been banned from this application',
    FAILED_TO_UNLINK_LAST_ACCOUNT: "You can't unlink your last account",
    UNKNOWN_ERROR: 'Something went wrong',
  })
})
