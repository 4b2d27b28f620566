import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientAddress, networkOf, widerNetworksOf } from './client-address.server.ts'

const PROXIES = ['10.0.0.0/8', '2001:db8:f::/48', '192.0.2.1']

test('clientAddress ignores the header of an untrusted socket and returns the address of the socket', () => {
  expect(clientAddress('198.51.100.7', '203.0.113.9', [])).toBe('198.51.100.7')
  expect(clientAddress('198.51.100.7', '203.0.113.9', PROXIES)).toBe('198.51.100.7')
})

test('clientAddress returns the right-most hop that is not a trusted proxy', () => {
  expect(clientAddress('10.0.0.1', '203.0.113.9', PROXIES)).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9', PROXIES)).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.9.9.9 ,192.0.2.1', PROXIES)).toBe('203.0.113.9')
  expect(clientAddress('2001:db8:f::1', '2001:db8:1::5', PROXIES)).toBe('2001:db8:1::5')
})

test('clientAddress returns the last trusted proxy before an invalid hop', () => {
  expect(clientAddress('10.0.0.1', 'unknown', PROXIES)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '203.0.113.9, "<script>"', PROXIES)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '203.0.113.9:1234', PROXIES)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '', PROXIES)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', null, PROXIES)).toBe('10.0.0.1')
})

test('clientAddress treats an IPv4-mapped IPv6 address as the IPv4 address, in sockets, hops and proxies', () => {
  expect(clientAddress('::ffff:10.0.0.1', '::ffff:203.0.113.9', PROXIES)).toBe('203.0.113.9')
  expect(clientAddress('10.0.0.1', '203.0.113.9', ['::ffff:10.0.0.1'])).toBe('203.0.113.9')
  expect(clientAddress('10.1.2.3', '203.0.113.9', ['::ffff:10.0.0.0/104'])).toBe('203.0.113.9')
})

test('clientAddress returns each address in one normalized spelling', () => {
  expect(clientAddress('2001:0DB8:0:0::0001', null, [])).toBe('2001:db8::1')
  expect(clientAddress('10.0.0.1', 'fe80::1%eth0', PROXIES)).toBe('fe80::1')
})

test('clientAddress rejects shorthands of an address that only some programs accept', () => {
  for (const notation of ['1', '0x7f.1', '0300.0.2.1', '192.0.2', '3232235521'])
    expect(clientAddress('10.0.0.1', notation, PROXIES)).toBe('10.0.0.1')
})

test('networkOf returns an IPv4 address itself, and the /64 of an IPv6 address', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:2::')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::')).toBe('2001:db8:1:3::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80::/64')
  expect(networkOf('?')).toBe('unknown')
})

test('widerNetworksOf returns the /24 of an IPv4 address, and the /56 and /48 of an IPv6 address', () => {
  expect(widerNetworksOf('203.0.113.9')).toEqual({ wider: [], widest: '203.0.113.0/24' })
  expect(widerNetworksOf('::ffff:203.0.113.9')).toEqual({ wider: [], widest: '203.0.113.0/24' })
  expect(widerNetworksOf('2001:db8:1:2345::6')).toEqual({
    wider: ['2001:db8:1:2300::/56'],
    widest: '2001:db8:1::/48',
  })
  expect(widerNetworksOf('?')).toEqual({ wider: [], widest: 'unknown' })
})

test('clientAddress accepts any header without an error, and ignores the header of an untrusted socket', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string())
  fc.assert(
    fc.property(address, fc.array(address).map(String), (socket, header) => {
      expect(networkOf(clientAddress(socket, header, PROXIES))).not.toBe('')
      expect(clientAddress('198.51.100.7', header, PROXIES)).toBe('198.51.100.7')
    }),
  )
})
