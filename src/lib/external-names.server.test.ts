import { createSocket } from 'node:dgram'
import dns from 'node:dns/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lookUpByServers } from './external-fetch.server.ts'
import { isLoopbackAddress } from './public-address.server.ts'

describe('lookUpByServers', () => {
  /** Starts a name server that gives every name one IPv4 address, or never answers. */
  async function startNameServer(address?: number[]) {
    const socket = createSocket('udp4')
    socket.on('message', (query, from) => {
      if (!address) return
      const question = query.subarray(12, query.indexOf(0, 12) + 5)
      const isIPv4 = question.readUInt16BE(question.length - 4) === 1
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
      const head = Buffer.from([0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0])
      socket.send(Buffer.concat([query.subarray(0, 2), head, question, ...(isIPv4 ? [answer] : [])]), from.port)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    onTestFinished(() => void socket.close())
    return [`127.0.0.1:${socket.address().port}`]
  }

  test('a name is resolved by the name servers, and localhost is resolved to this machine', async () => {
    const servers = await startNameServer([93, 184, 215, 14])
    expect(await lookUpByServers('a.example', servers)).toEqual([{ address: '93.184.215.14', family: 4 }])
    for (const name of ['localhost', 'localhost.', 'a.localhost'])
      expect((await lookUpByServers(name, servers)).every(({ address }) => isLoopbackAddress(address))).toBe(true)
  })

  test('an unresponsive name server does not delay the lookup of other names', async () => {
    const servers = await startNameServer()
    let isOver = false
    const hanging = Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => lookUpByServers(`${index}.example`, servers)),
    ).then((ended) => {
      isOver = true
      return ended
    })
    await dns.lookup('localhost')
    expect(isOver).toBe(false)
    for (const ended of await hanging) expect(ended).toMatchObject({ reason: { fault: 'name-unknown' } })
  }, 20_000)
})
