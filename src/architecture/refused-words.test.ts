import { expect, test } from 'vitest'
import { missingDocuments, physicalSides } from './refused-words.ts'
import { sources } from './source.ts'

test('no comment refers to a document that is not in the repository', () => {
  expect(missingDocuments(sources)).toEqual([])
})

test.each(['// As PLAN.md wants it.', '/** PLAN section 6. */', "// PLAN's section 6"])('%s is refused', (text) => {
  expect(missingDocuments([{ path: 'src/lib/a.ts', text }])).toEqual([expect.stringContaining('Refers to PLAN')])
})

test('a comment may refer to a document that is here', () => {
  expect(missingDocuments([{ path: 'src/lib/a.ts', text: '// See docs/security.md.' }])).toEqual([])
})

test('no class names left or right', () => {
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
