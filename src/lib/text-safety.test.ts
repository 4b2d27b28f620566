import { expect, test } from 'vitest'
import { isVisibleText, looksLikeAddress, displayAddress, preventAutoLinks } from './text-safety.ts'

test.each([
  ['https://git.example.com', 'https://git.example.com'],
  ['https://Git.Example.com/Atlas', 'https://Git.Example.com/Atlas'],
  ['https://аpple.com', 'https://xn--pple-43d.com/'],
  ['https://münchen.example/a', 'https://xn--mnchen-3ya.example/a'],
  ['https://a。example', 'https://a.example/'],
  ['no address', 'no address'],
])('the address %s is shown as %s', (address, shown) => {
  expect(displayAddress(address)).toBe(shown)
})

test.each([
  'Ada',
  'José',
  '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645',
  'क्\u200Dष',
  'Ada ❤\uFE0F',
  '김민수',
  '7',
])('isVisibleText accepts the name %s', (name) => expect(isVisibleText(name)).toBe(true))

test.each(['3164', '115F', '1160', 'FFA0', 'AD', '34F', '180E', '2800', '200B', '2061', 'FEFF', 'E0041', '202E'])(
  'isVisibleText rejects a name with the invisible or hiding character U+%s',
  (code) => {
    const character = String.fromCodePoint(Number.parseInt(code, 16))
    expect(isVisibleText(character)).toBe(false)
    expect(isVisibleText(`Ada${character}`)).toBe(false)
  },
)

const ADDRESSES = [
  'Security: verify at https://evil.example/x',
  'www.evil',
  'evil.example',
  'EVIL.EXAMPLE now',
  'evil。example',
  'evil．example',
  'ev\u00efl.\u200Dexample',
  'пример.рф',
  'ann@evil',
]

test.each(ADDRESSES)('the name %s looks like an address, and mail programs do not link it', (name) => {
  expect(looksLikeAddress(name)).toBe(true)
  const found = /https?:\/|:\/\/|www\.\w|[\p{L}\p{N}][.。．｡]\u200D?\p{L}|@\w/u
  expect(name).toMatch(found)
  expect(preventAutoLinks(name)).not.toMatch(found)
})

test.each([
  'Analytical Engines',
  'A. Lovelace & Co.',
  'Dr. No',
  'J.R.R. Tolkien',
  'R&D 2.0',
  'مؤسسة',
  'and/or',
  '9:30',
])('the name %s does not look like an address', (name) => expect(looksLikeAddress(name)).toBe(false))
