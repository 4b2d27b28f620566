import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Knows our own sizes, which it would take for colours. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['tiny', 'small', 'body', 'roomy', 'heading', 'title'],
      radius: ['control', 'card', 'dialog'],
      spacing: ['control', 'place'],
    },
  },
})

/** Joins the classes that apply; of two about the same the later one counts. For components that are pasted in. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
