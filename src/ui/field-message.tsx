import { ErrorIcon } from './icons.tsx'

export interface FieldMessageProps {
  id: string
  /** The line below the field; an error replaces it. */
  hint?: string | undefined
  error?: string | undefined
  /** The number of lines kept free on a page about a single field, so that nothing moves when an error appears. */
  lines?: 1 | 2 | undefined
}

const RESERVED_HEIGHT = { 1: 'min-h-[1lh]', 2: 'min-h-[2lh]' } as const

/** The line under a field: its hint, or its error, which is announced. */
export function FieldMessage({ id, hint, error, lines }: FieldMessageProps) {
  const text = error ?? hint
  const room = `${text || lines ? 'mt-1' : ''} ${lines ? RESERVED_HEIGHT[lines] : ''}`
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
