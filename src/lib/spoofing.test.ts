import { expect, test } from 'vitest'
import { plainAddress } from './spoofing.ts'

test.each([
  ['https://git.example.com', 'https://git.example.com'],
  ['https://Git.Example.com/Atlas', 'https://Git.Example.com/Atlas'],
  ['https://аpple.com', 'https://xn--pple-43d.com/'],
  ['https://münchen.example/a', 'https://xn--mnchen-3ya.example/a'],
  ['https://a。example', 'https://a.example/'],
  ['no address', 'no address'],
])('%s is read as %s', (address, shown) => {
  expect(plainAddress(address)).toBe(shown)
})
