const TONES = {
  neutral: 'in-neutral',
  accent: 'in-accent',
  success: 'in-success',
  warning: 'in-warning',
  danger: 'in-danger',
} as const

export type BadgeTone = keyof typeof TONES

/** A word about a thing: its role, its status. The word says it; the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: string }) {
  return <span className={`badge ${TONES[tone]}`}>{children}</span>
}
