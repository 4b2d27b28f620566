import { ErrorIcon } from './icons.tsx'

interface FieldMessageProps {
  id: string
  hint?: string | undefined
  error?: string | undefined
}

/** The line under a field. Its place is kept, so that nothing moves when an error appears; errors are announced. */
export function FieldMessage({ id, hint, error }: FieldMessageProps) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={`mt-1.5 flex min-h-5 items-start gap-1.5 text-sm ${error ? 'text-danger' : 'text-muted'}`}
    >
      {error && <ErrorIcon />}
      <span>{error ?? hint}</span>
    </p>
  )
}
