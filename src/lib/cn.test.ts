import { expect, test } from 'vitest'
import { cn } from './cn.ts'

test.each([
  [['h-9 px-2', false, { 'px-4': true }], 'h-9 px-4'],
  [['text-small text-muted', 'text-title'], 'text-muted text-title'],
  [['text-heading', 'text-accent'], 'text-heading text-accent'],
  [['rounded-card rounded-control'], 'rounded-control'],
  [['h-control', 'h-12'], 'h-12'],
])('cn keeps the later of two conflicting classes: %j', (classes, joined) => {
  expect(cn(...classes)).toBe(joined)
})
