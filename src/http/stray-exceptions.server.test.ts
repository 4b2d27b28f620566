import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const DRIVER = 'file:///app/node_modules/postgres/src/connection.js'

test('an uncatchable exception of the database driver is logged, and the process continues', async () => {
  const { code, output } = await runWith(`
    const error = new TypeError('Cannot read "secret"')
    error.stack = \`TypeError: \${error.message}\\n    at Immediate.nextWrite (${DRIVER}:255:22)\`
    setImmediate(() => { throw error })`)
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('lived on') })
  expect(output).toContain('"event":"error.unexpected"')
  expect(output).not.toContain('secret')
})

test('the failure of a query that the driver no longer tracks is logged, and the process continues', async () => {
  const { code, output } = await runWith(
    `void Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', query: '', parameters: [] }))`,
  )
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('lived on') })
})

test('any other exception ends the process', async () => {
  const { code, output } = await runWith(`setImmediate(() => { throw new TypeError('of ours') })`)
  expect(code).toBeGreaterThan(0)
  expect(output).toContain('of ours')
  expect(output).not.toContain('lived on')
})

async function runWith(script: string): Promise<{ code: number; output: string }> {
  const module = new URL('./stray-exceptions.server.ts', import.meta.url)
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { surviveDriverExceptions } from '${module.href}'
      surviveDriverExceptions()
      setTimeout(() => console.log('lived on'), 100)
      ${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: Number(code), output: out + errors }
}
