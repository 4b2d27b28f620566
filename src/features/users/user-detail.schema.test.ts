import { expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import { banFields, banInput, endOfBan, historyInput, impersonationFields } from './user-detail.schema.ts'

const ID = '0193e5a0-0000-4000-8000-0000000000ff'
const today = new Intl.DateTimeFormat('sv').format()

test('a reason is saved as one line', () => {
  expect(banFields.parse({ reason: '  spam \r\n and\u0009more  ', lastDay: '' }).reason).toBe('spam and more')
})

test('a ban can end today or on any later day, or never', () => {
  for (const lastDay of ['', today, '2999-12-31', '9999-12-30'])
    expect(banFields.parse({ reason: 'spam', lastDay }).lastDay).toBe(lastDay)
})

test.each([
  ['reasonRequired', ''],
  ['reasonRequired', ' \n '],
  ['reasonRequired', undefined],
  ['reasonRequired', 7],
  ['reasonInvalid', 'a\u202Eb'],
  ['reasonInvalid', 'a\0b'],
  ['reasonInvalid', '…'],
  ['reasonTooLong', 'a'.repeat(appConfig.user.reasonMaxLength + 1)],
])('an invalid reason is refused with the message %s', (message, reason) => {
  for (const schema of [banFields, impersonationFields])
    expect(schema.safeParse({ reason, lastDay: '' }).error?.issues).toMatchObject([{ path: ['reason'], message }])
})

test.each([
  ['dayInvalid', 'tomorrow'],
  ['dayInvalid', '2999-02-30'],
  ['dayInvalid', '2999-13-01'],
  ['dayInvalid', '2999-1-1'],
  ['dayInvalid', '2999-01-01T00:00'],
  ['dayInvalid', '+012999-01-01'],
  ['dayInvalid', '9999-12-31'],
  ['dayInvalid', null],
  ['dayPast', '1999-12-31'],
  ['dayInvalid', '0000-01-01'],
])('a last day fails with %s: %s', (message, lastDay) => {
  expect(banFields.safeParse({ reason: 'spam', lastDay }).error?.issues).toMatchObject([{ path: ['lastDay'], message }])
})

test.each([
  ['UTC', '2027-02-28T23:59:59.999Z'],
  ['America/New_York', '2027-03-01T04:59:59.999Z'],
  ['Asia/Kolkata', '2027-02-28T18:29:59.999Z'],
  ['Pacific/Auckland', '2027-02-28T10:59:59.999Z'],
])("a ban lasts until its last day is over in the administrator's time zone: %s", (timeZone, end) => {
  vi.stubEnv('TZ', timeZone)
  expect(endOfBan('2027-02-28')).toBe(end)
  vi.unstubAllEnvs()
})

test('a ban without a last day does not end', () => {
  expect(endOfBan('')).toBeNull()
})

test.each([
  ['dayInvalid', ['endsAt'], '2999-12-31'],
  ['dayInvalid', ['endsAt'], '+012999-01-01T00:00:00.000Z'],
  ['dayInvalid', ['endsAt'], ''],
  ['dayPast', ['lastDay'], '1999-12-31T23:59:59.999Z'],
])('an end of a ban fails with %s at %s: %s', (message, path, endsAt) => {
  const { error } = banInput.safeParse({ id: ID, reason: 'spam', endsAt })
  expect(error?.issues).toMatchObject([{ path, message }])
})

test('unknown parameters are dropped', () => {
  const given = { id: ID, reason: 'spam', endsAt: null, banned: false, role: 'admin' }
  expect(banInput.parse(given)).toEqual({ id: ID, reason: 'spam', endsAt: null })
})

test.each([-1, 1.5, Number.NaN, 2 ** 60, '1', undefined])('the history rejects the cursor %s', (before) => {
  expect(historyInput.safeParse({ id: ID, before }).success).toBe(false)
})
