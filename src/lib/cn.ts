import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Registers our own text sizes, which tailwind-merge would otherwise take for colors. */
const mergeClasses = extendTailwindMerge({
  extend: {
    theme: {
      text: ['tiny', 'small', 'body', 'comfortable', 'heading', 'title'],
      radius: ['control', 'card', 'dialog'],
      spacing: ['control', 'place'],
    },
  },
})

/** Joins truthy classes; the later of two conflicting ones wins. For components copied from shadcn/ui. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
