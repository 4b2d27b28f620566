import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.server.ts'

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('the address %j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.0.1', '100.128.0.1', '2606:4700::1111'])(
  'the address %j is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['10.0.0.1', false],
  ['8.8.8.8', false],
  ['localhost', false],
])('%j is a loopback address: %s', (address, expected) => expect(isLoopbackAddress(address)).toBe(expected))
