import { expect, test } from 'vitest'
import { withoutVariables } from './settings.ts'

const EXAMPLE = `# Settings.

# The port.
PORT=3000

# --- Bells ---

# Rings. Twice,
# or more.
BELL_PORT=
# Loud.
# BELL_URL=https://bell.example.com

# --- More ---

# Another.
MORE=
`

test('withoutVariables removes variables with their comments from .env.example, and headings that become empty', () => {
  expect(withoutVariables(EXAMPLE, ['BELL_PORT'])).toBe(
    EXAMPLE.replace('# Rings. Twice,\n# or more.\nBELL_PORT=\n', ''),
  )
  expect(withoutVariables(EXAMPLE, ['BELL_PORT', 'BELL_URL'])).toBe(
    '# Settings.\n\n# The port.\nPORT=3000\n\n# --- More ---\n\n# Another.\nMORE=\n',
  )
  expect(withoutVariables(EXAMPLE, ['MORE'])).toBe(EXAMPLE.slice(0, EXAMPLE.indexOf('\n# --- More')))
  expect(withoutVariables(EXAMPLE, [])).toBe(EXAMPLE)
})

test('withoutVariables removes the lines of variables from Markdown tables and container files', () => {
  const text = '| `PORT` | a |\n| `BELL_PORT` | b |\n    environment:\n      PORT: 1\n      BELL_PORT: 2\n'
  expect(withoutVariables(text, ['BELL_PORT'])).toBe('| `PORT` | a |\n    environment:\n      PORT: 1\n')
})
