import { expect, test } from 'vitest'
import { dataInHtml } from './data-in-html.ts'

test('nothing ends the element that data stands in, and it comes back as it was', () => {
  const data = { name: '</script><!-- <script>', rows: [1, null, 'é\u2028'], none: undefined }
  const written = dataInHtml(data)
  expect(written).not.toContain('<')
  expect(JSON.parse(written)).toEqual(data)
})

test.each([[new Date()], [new Map()], [new Error('no')]])(
  'what is no JSON is refused where it is made: %s',
  (value) => {
    expect(() => dataInHtml({ rows: [{ at: value }] })).toThrow('at cannot be handed to the browser')
  },
)
