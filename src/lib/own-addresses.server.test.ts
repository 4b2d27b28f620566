import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { fetchExternal, type EgressPolicy } from './external-fetch.server.ts'

const policy: EgressPolicy = { findOwnAddresses: () => ['93.184.216.34', '2606:2800:220:1::5'] }

test.each(['http://93.184.216.34:8443/', 'https://0x5db8d822/', 'http://[2606:2800:0220:0001::5]/'])(
  'the address %s is refused, because it leads back to this app',
  (url) => expect(fetchExternal({ url, policy })).rejects.toThrow('address-refused'),
)

test.each([[['93.184.216.34']], [['8.8.8.8', '2606:2800:220:1:0:0:0:5']]])(
  'a name that resolves to %j is refused, because it leads back to this app',
  async (addresses) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const named = { ...policy, lookUp: () => Promise.resolve(found) }
    await expect(fetchExternal({ url: 'http://innocent.example/', policy: named })).rejects.toThrow('address-refused')
  },
)

const inNetworkOfItsOwn = (script: string, ...args: string[]) =>
  spawnSync('unshare', ['--net', '--map-root-user', 'sh', '-ec', script, ...args], { encoding: 'utf8' })

test.skipIf(inNetworkOfItsOwn('ip link set lo up').status !== 0)(
  'a public address of this machine is refused, even if a server listens there',
  () => {
    const program = `
      import { createServer } from 'node:http'
      import { fetchExternal } from '#lib/external-fetch.server.ts'
      const server = createServer((_request, response) => response.end('secret')).listen(8443, async () => {
        const { status } = await fetch('http://93.184.216.34:8443/')
        const said = await fetchExternal({ url: 'http://93.184.216.34:8443/' }).catch(({ fault }) => fault)
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
