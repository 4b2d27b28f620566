import type { LucideIconData } from 'lucide-react'
import { createElement, type SVGProps } from 'react'

/**
 * Makes the component of a Lucide icon. The build puts it in the place of the library's own, which repeats all that icons
 * have in common in each of them, where `.icon` says it once, and asks two contexts how large each is.
 */
export default function createLucideIcon({ node }: LucideIconData) {
  const drawing = node.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ className = '', ...rest }: SVGProps<SVGSVGElement>) {
    const isDecoration = rest['aria-label'] === undefined
    const own = { 'aria-hidden': isDecoration || undefined, viewBox: '0 0 24 24', className: `icon ${className}` }
    return createElement('svg', { ...own, ...rest }, drawing)
  }
}
