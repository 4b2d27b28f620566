import os from 'node:os'
import { expect, test } from 'vitest'
import { findOwnAddresses } from './egress-policy.server.ts'

const ofInterfaces = Object.values(os.networkInterfaces()).flatMap((found) => found?.map(({ address }) => address))

test.each([
  ['https://93.184.216.34', ['93.184.216.34']],
  ['https://[2606:2800:220:1::5]:8443', ['2606:2800:220:1::5']],
  ['http://localhost:3000', ['127.0.0.1', '::1']],
  ['https://nobody.invalid', []],
])('findOwnAddresses returns the addresses of this machine and of %s', async (appUrl, expected) => {
  expect(await findOwnAddresses(appUrl)).toEqual([...ofInterfaces, ...expected])
})
