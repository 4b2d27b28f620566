import { ErrorIcon } from './icons.tsx'

interface FieldMessageProps {
  id: string
  hint?: string | undefined
  error?: string | undefined
  /** How many lines are kept free, so that nothing moves when an error appears: where it is one field that the page is about. */
  lines?: 1 | 2 | undefined
}

const KEPT_FREE = { 1: 'min-h-[1lh]', 2: 'min-h-[2lh]' } as const

/** The line under a field: its hint, or what is wrong with what was typed, which is announced. */
export function FieldMessage({ id, hint, error, lines }: FieldMessageProps) {
  const text = error ?? hint
  const room = `${text || lines ? 'mt-1' : ''} ${lines ? KEPT_FREE[lines] : ''}`
  return (
    <p
      id={id}
      aria-live="polite"
      className={`${room} flex items-start gap-1.5 text-small ${error ? 'text-danger' : 'text-muted'}`}
    >
      {error && <ErrorIcon />}
      <span>{text}</span>
    </p>
  )
}
