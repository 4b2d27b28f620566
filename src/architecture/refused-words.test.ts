import { expect, test } from 'vitest'
import { consoleUses, missingDocuments, openEnds, physicalSides, strayEnvironmentReads } from './refused-words.ts'
import { house } from './source.ts'

test('only src/env reads process.env', () => {
  expect(strayEnvironmentReads(house)).toEqual([])
})

test('a stray read of process.env is refused; the environment and tests may read it', () => {
  const text = `export const port = process.env.PORT`
  expect(strayEnvironmentReads([{ path: 'src/lib/port.ts', text }])).toEqual([
    expect.stringContaining('src/lib/port.ts:1 Reads process.env'),
  ])
  expect(strayEnvironmentReads([{ path: 'src/env/environment.server.ts', text }])).toEqual([])
  expect(strayEnvironmentReads([{ path: 'src/db/test-database.ts', text }])).toEqual([])
})

test('nothing writes to the console', () => {
  expect(consoleUses(house)).toEqual([])
})

test('a write to the console is refused, in tests too', () => {
  const text = `\nconsole.log('here')`
  expect(consoleUses([{ path: 'src/lib/a.test.ts', text }])).toEqual([
    expect.stringContaining('src/lib/a.test.ts:2 Writes to the console'),
  ])
})

test('no comment puts work off', () => {
  expect(openEnds(house)).toEqual([])
})

test.each(['// TODO: faster', '/* FIXME */'])('the note %s is refused', (text) => {
  expect(openEnds([{ path: 'src/lib/a.ts', text }])).toEqual([expect.stringContaining('src/lib/a.ts:1 Leaves work')])
})

test('no comment refers to a document that is not in the repository', () => {
  expect(missingDocuments(house)).toEqual([])
})

test.each(['// As PLAN.md wants it.', '/** PLAN section 6. */', "// PLAN's section 6"])('%s is refused', (text) => {
  expect(missingDocuments([{ path: 'src/lib/a.ts', text }])).toEqual([expect.stringContaining('Refers to PLAN')])
})

test('a comment may refer to a document that is here', () => {
  expect(missingDocuments([{ path: 'src/lib/a.ts', text: '// See docs/security.md.' }])).toEqual([])
})

test('no class names left or right', () => {
  expect(physicalSides(house)).toEqual([])
})

test.each([
  'ml-2',
  '-mr-4',
  'md:pl-1.5',
  'pr-[3px]',
  'left-0',
  'hover:right-1/2',
  '-left-4',
  'text-left',
  'text-right',
  'border-l',
  'border-r-2',
  'rounded-l',
  'rounded-r-lg',
  'rounded-tl-md',
  'float-right',
  'scroll-ml-3',
])('the class %s is refused', (side) => {
  const texts = [`<p className="flex ${side} gap-2" />`, `<p className={\`\${a} ${side}\`} />`]
  for (const text of texts)
    expect(physicalSides([{ path: 'src/ui/a.tsx', text: `const a = ${text}` }])).toEqual([
      expect.stringContaining(`src/ui/a.tsx:1 Names a side (${side.replace(/^\w+:/, '')})`),
    ])
})

test.each([
  'ms-2 pe-4 start-0 text-start border-s rounded-e',
  'border-link',
  './left-side.tsx',
  'max-md:h-16 inset-x-0',
])('the text %s names no side', (text) => {
  expect(physicalSides([{ path: 'src/ui/a.tsx', text: `const a = <p className="${text}" />` }])).toEqual([])
})
