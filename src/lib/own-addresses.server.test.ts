import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fetchOutside, type OutsideGuard } from './outside-fetch.server.ts'

const guard: OutsideGuard = { findOwnAddresses: () => ['93.184.216.34', '2606:2800:220:1::5'] }

test.each(['http://93.184.216.34:8443/', 'https://0x5db8d822/', 'http://[2606:2800:0220:0001::5]/'])(
  '%s is not asked, for it leads back here',
  (url) => expect(fetchOutside({ url, guard })).rejects.toThrow('address-refused'),
)

test.each([[['93.184.216.34']], [['8.8.8.8', '2606:2800:220:1:0:0:0:5']]])(
  'a name that resolves to %j is not asked, for it leads back here',
  async (addresses) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const named = { ...guard, lookUp: () => Promise.resolve(found) }
    await expect(fetchOutside({ url: 'http://innocent.example/', guard: named })).rejects.toThrow('address-refused')
  },
)

const inNetworkOfItsOwn = (script: string, ...args: string[]) =>
  spawnSync('unshare', ['--net', '--map-root-user', 'sh', '-ec', script, ...args], { encoding: 'utf8' })

test.skipIf(inNetworkOfItsOwn('ip link set lo up').status !== 0)(
  'a public address of this machine is not asked, whatever listens there',
  () => {
    const program = `
      import { createServer } from 'node:http'
      import { fetchOutside } from '#lib/outside-fetch.server.ts'
      const server = createServer((_request, response) => response.end('secret')).listen(8443, async () => {
        const { status } = await fetch('http://93.184.216.34:8443/')
        const said = await fetchOutside({ url: 'http://93.184.216.34:8443/' }).catch(({ fault }) => fault)
        console.log(status, said)
        server.close()
      })`
    const script = `
      ip link set lo up
      ip address add 93.184.216.34/32 dev lo
      exec "$0" --input-type=module --eval "$1"`
    const { stdout, stderr } = inNetworkOfItsOwn(script, process.execPath, program)
    expect([stdout, stderr]).toEqual(['200 address-refused\n', ''])
  },
)
