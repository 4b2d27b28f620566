const TONE_CLASSES = {
  neutral: 'in-neutral',
  accent: 'in-accent',
  success: 'in-success',
  warning: 'in-warning',
  danger: 'in-danger',
  info: 'in-info',
} as const

export type BadgeTone = keyof typeof TONE_CLASSES

/** A word about an object, such as its role or status. The color only supports the word. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: string }) {
  return <span className={`badge ${TONE_CLASSES[tone]}`}>{children}</span>
}
