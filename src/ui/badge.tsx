const TONES = {
  neutral: 'bg-sunken text-muted ring-1 ring-hairline ring-inset',
  accent: 'bg-accent-surface text-accent',
  success: 'bg-success-surface text-success',
  warning: 'bg-warning-surface text-warning',
  danger: 'bg-danger-surface text-danger',
} as const

export type BadgeTone = keyof typeof TONES

/** A word about a thing: its role, its status. The word says it; the colour only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: string }) {
  return <span className={`badge ${TONES[tone]}`}>{children}</span>
}
