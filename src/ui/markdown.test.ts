import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { readMarkdown } from '#lib/markdown.server.ts'
import { Markdown } from './markdown.tsx'

const renderedText = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { nodes: readMarkdown(text) })).replace(
    /^<div class="markdown">(.*)<\/div>$/s,
    '$1',
  )

test.each([
  ['Two\nlines', '<p dir="auto">Two\nlines</p>'],
  ['# One\n## Two\n###### Six', '<h3 dir="auto">One</h3><h4 dir="auto">Two</h4><h6 dir="auto">Six</h6>'],
  ['*a* **b** ~~c~~ `d`', '<p dir="auto"><em>a</em> <strong>b</strong> <del>c</del> <code>d</code></p>'],
  ['3. a\n4. b', '<ol dir="auto" start="3"><li>a</li><li>b</li></ol>'],
  ['- a\n  - b', '<ul dir="auto"><li>a<ul><li>b</li></ul></li></ul>'],
  ['- a\n\n  b', '<ul dir="auto"><li><p>a</p><p>b</p></li></ul>'],
  ['- [x] done', '<ul dir="auto"><li>☑ done</li></ul>'],
  ['- [ ] a\n\n  b', '<ul dir="auto"><li><p>☐ a</p><p>b</p></li></ul>'],
  ['- > a', '<ul dir="auto"><li><blockquote><p>a</p></blockquote></li></ul>'],
  ['> مرحبا', '<blockquote dir="auto"><p>مرحبا</p></blockquote>'],
  ['a\n\n---\n\nb', '<p dir="auto">a</p><hr dir="auto"/><p dir="auto">b</p>'],
  ['```js\n<b>\n```', '<div dir="auto" class="markdown-wide" tabindex="0"><pre><code>&lt;b&gt;</code></pre></div>'],
  [
    '| a |\n|---|\n| b |',
    '<div dir="auto" class="markdown-wide" tabindex="0"><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table></div>',
  ],
  ['<script>alert(1)</script>', '<p dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['a <b onclick="x()">b</b>', '<p dir="auto">a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>'],
])('the Markdown %j is rendered as %s', (text, html) => {
  expect(renderedText(text)).toBe(html)
})

describe('links', () => {
  test.each([
    ['[a](https://b.example/c)', 'https://b.example/c'],
    ['[a][1]\n\n[1]: http://b.example', 'http://b.example/'],
    ['www.b.example', 'http://www.b.example/'],
    ['<me@b.example>', 'mailto:me@b.example'],
    ['![a](https://b.example/c.png)', 'https://b.example/c.png'],
  ])('%j is a link to %s, which opens without a referrer', (text, href) => {
    expect(renderedText(text)).toContain(
      `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow" class="text-link">`,
    )
  })

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java&#x09;script:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](vbscript:x)',
    '[a](//b.example)',
    '[a](/manager/users)',
    '[a](#b)',
    '[a](https://a.b@evil.example)',
    '[a](https://:b@evil.example)',
    '![a](https://a.b@evil.example)',
    '[a]\n\n[a]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '![a](javascript:alert(1))',
    '![a][b]\n\n[b]: data:text/html,x',
  ])('%j is not rendered as a link', (text) => {
    expect(renderedText(text)).not.toMatch(/<a|<img/)
  })

  test.each([
    '[https://bank.example/login](https://evil.example)',
    '[bank.example](https://evil.example)',
    '[Sign in at BANK.example, now](https://evil.example)',
    '[**bank**.example:443/a](https://evil.example)',
    '[ba\u200Bnk.example.](https://evil.example)',
    '[bank。example](https://evil.example)',
    '[bänk.example](https://evil.example)',
    '[help@bank.example](mailto:help@evil.example)',
    '[evil.example@bank.example](https://evil.example)',
    '[bank.example][1]\n\n[1]: https://evil.example',
    '![bank.example](https://evil.example)',
  ])('%j looks like another address, so the host of the link is shown after it', (text) => {
    expect(renderedText(text)).toMatch(/<\/a> \(\u2068evil\.example\u2069\)/)
  })

  test.each([
    'https://b.example/c.html',
    'www.b.example',
    'me@b.example',
    '[b.example](https://www.b.example/c)',
    '[https://b.example/c,d.html](https://b.example/e)',
    '[e.g. release v1.2.3, 3.5 MB](https://b.example)',
    '[help@b.example](mailto:help@b.example)',
  ])('%j shows its own host, so no host is added after it', (text) =>
    expect(renderedText(text)).not.toContain('\u2068'),
  )
})

const TAGS = /^(a|blockquote|br|code|del|div|em|h[3-6]|hr|li|ol|p|pre|strong|table|tbody|td|th|thead|tr|ul)$/
const ATTRIBUTE =
  /^ (dir="auto"|tabindex="0"|class="(text-link|markdown-wide)"|start="\d+"|target="_blank"|rel="noopener noreferrer nofollow"|href="(https?:|mailto:)[^"]*")/

test('Markdown of any text renders only known tags with known attributes', () => {
  const pieces = fc.constantFrom(
    ...'[]()<>!*_~`#|-+=:/\\"\'& \n\t',
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'data:text/html,',
    '&#x6A;',
    'https://a.example',
    'www.a.example',
    'me@a.example',
    '[^1]',
    '[^1]: ',
    '[a]: ',
    '```\n',
    '|--|\n',
    '- [x] ',
  )
  const written = fc.oneof(
    fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 }).map((parts) => parts.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(written, (text) => {
      for (const [, tag = '', attributes = ''] of renderedText(text).matchAll(
        /<\/?([a-z0-9]+)((?: [a-z]+="[^"]*")*)\/?>/g,
      )) {
        expect(tag).toMatch(TAGS)
        for (const attribute of attributes.match(/ [a-z]+="[^"]*"/g) ?? []) expect(attribute).toMatch(ATTRIBUTE)
      }
      // Everything else is text.
      expect(renderedText(text).replace(/<\/?[a-z0-9]+(?: [a-z]+="[^"]*")*\/?>/g, '')).not.toMatch(/[<>]/)
    }),
    { numRuns: process.env.TEST_SPEED === 'all' ? 2_000 : 200 },
  )
})

/** Repeats a piece of text up to the maximum length of a description. */
const repeatToLimit = (piece: string) => piece.repeat(Math.ceil(2_000 / piece.length)).slice(0, 2_000)

test.each(
  [
    '>',
    '> ',
    '[',
    '![',
    '*a',
    '**a_',
    '_',
    '`',
    '`a ',
    '[a](',
    '[a](<b',
    '- ',
    '1. ',
    '- - ',
    '&',
    '|',
    '|-',
    '|-|\n',
    '~',
    '~~a',
    'a@',
    'www.',
    'http://',
    '<a ',
    '<!--',
    '\\',
    '[^',
    '[^a]: ',
    '[a]: ',
    '\n',
    '\t',
    '*_~`',
    'https://a.b/(',
  ].map((piece) => [piece] as const),
)('reading a text of repeated %j takes at most forty times as long as a text of paragraphs', (piece) => {
  expect(readingMs(piece)).toBeLessThan(40 * readingMs('word\n\n'))
})

let read = 0

/** Returns the shortest of several times to parse repeated text, in milliseconds. Other processes can only add to the time. */
function readingMs(piece: string): number {
  const times = Array.from({ length: 10 }, () => {
    // Each text is different, because parsed texts are cached.
    read += 1
    const text = `${repeatToLimit(piece).slice(0, -6)}\n${read}`
    const start = performance.now()
    readMarkdown(text)
    return performance.now() - start
  })
  return Math.min(...times)
}
