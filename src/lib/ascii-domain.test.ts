import { expect, test } from 'vitest'
import { withAsciiDomain } from './ascii-domain.ts'

test.each([
  ['jo@exämple.com', 'jo@xn--exmple-cua.com'],
  ['jo@EXÄMPLE.com', 'jo@xn--exmple-cua.com'],
  ['jo@موقع.وزارة-الاتصالات.مصر', 'jo@xn--4gbrim.xn----ymcbaaajlc6dj7bxne2c.xn--wgbh1c'],
  ['josé@exämple.com', 'josé@xn--exmple-cua.com'],
  ['jo@example。com', 'jo@example.com'],
])('withAsciiDomain turns %s into %s', (typed, ascii) => {
  expect(withAsciiDomain(typed)).toBe(ascii)
})

test.each([
  '',
  'exämple.com',
  'jo@',
  'jo@example.com',
  'jo@1',
  'jo@0x7f.1',
  // Converting one of these would drop a part, or produce another address.
  'jo@exämple.com:80',
  'jo@exämple.com/x',
  'jo@exämple.com?x',
  'jo@exämple.com#x',
  'jo@exämple.com\\x',
  'jo@ex%C3%A4mple.com',
  'jo@exä mple.com',
  'jo@exämple.com\u3000x',
  'jo@evil.example／.exämple.com',
])('withAsciiDomain leaves %j unchanged', (typed) => {
  expect(withAsciiDomain(typed)).toBe(typed)
})
