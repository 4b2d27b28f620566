import type { CSSProperties } from 'react'
import { Section } from './section.tsx'

const SURFACES = ['page', 'surface', 'sunken', 'hairline', 'edge', 'muted', 'text', 'accent', 'accent-strong']
const MEANINGS = ['accent', 'success', 'warning', 'danger', 'info']

/** Shows the colour tokens as they are in the theme of the page. */
export function Colors() {
  return (
    <Section name="colors">
      <ul className="grid grid-cols-3 gap-3 sm:grid-cols-5 lg:grid-cols-9">
        {SURFACES.map((token) => (
          <li key={token} className="text-tiny">
            <span
              style={{ '--swatch': `var(--${token})` } as CSSProperties}
              className="mb-1 block h-12 rounded-control border border-hairline bg-[var(--swatch)]"
            />
            <bdi dir="ltr">{token}</bdi>
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {MEANINGS.map((token) => (
          <li
            key={token}
            style={{ '--front': `var(--${token})`, '--back': `var(--${token}-surface)` } as CSSProperties}
            className="rounded-control border border-hairline bg-[var(--back)] p-3 text-small font-medium text-[var(--front)]"
          >
            <bdi dir="ltr">{token}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  )
}
