import { expect, test } from 'vitest'
import { maskEmail } from './mask.ts'

test.each([
  ['jane@example.com', 'j…@example.com'],
  ['😀@example.com', '😀…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['@example.com', '…'],
  ['', '…'],
])('the address %j is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
