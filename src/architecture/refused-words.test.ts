import { expect, test } from 'vitest'
import { referencesToMissingDocuments, physicalSides } from './refused-words.ts'
import { sources } from './source.ts'

test('every document that a comment refers to is in the repository', () => {
  expect(referencesToMissingDocuments(sources)).toEqual([])
})

test.each(['// As PLAN.md wants it.', '/** PLAN section 6. */', "// PLAN's section 6"])(
  'referencesToMissingDocuments reports %s',
  (text) => {
    expect(referencesToMissingDocuments([{ path: 'src/lib/a.ts', text }])).toEqual([
      expect.stringContaining('Refers to PLAN'),
    ])
  },
)

test('referencesToMissingDocuments accepts a document of the repository', () => {
  expect(referencesToMissingDocuments([{ path: 'src/lib/a.ts', text: '// See docs/security.md.' }])).toEqual([])
})

test('no CSS class has a name with left or right', () => {
  expect(physicalSides(sources)).toEqual([])
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
])('physicalSides reports the class %s', (side) => {
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
])('physicalSides accepts the text %s', (text) => {
  expect(physicalSides([{ path: 'src/ui/a.tsx', text: `const a = <p className="${text}" />` }])).toEqual([])
})
