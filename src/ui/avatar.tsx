import type { CSSProperties } from 'react'
import { initialsOf } from '#lib/names.ts'

const HUES = [20, 60, 110, 155, 200, 250, 290, 340]

/** The initials of a name on a color derived from it. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const hue = HUES[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES.length]
  return (
    <span
      aria-hidden="true"
      style={{ '--hue': hue } as CSSProperties}
      className={className ? `avatar ${className}` : 'avatar'}
    >
      {initialsOf(name)}
    </span>
  )
}
