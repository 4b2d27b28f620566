import { ErrorIcon } from './icons.tsx'

/** The classes of a field: as large as the text around it, and on phones large enough that they do not zoom in. */
export const FIELD_CLASSES =
  'block w-full rounded-control border border-edge bg-surface px-3 text-md text-ellipsis transition-colors duration-120 placeholder:text-muted enabled:not-aria-invalid:hover:border-muted disabled:bg-sunken disabled:text-muted disabled:opacity-100 aria-invalid:border-danger sm:[font-size:inherit]'

interface FieldMessageProps {
  id: string
  hint?: string | undefined
  error?: string | undefined
  /** How many lines are kept free for the longest error. */
  lines?: 1 | 2
}

/** The line under a field. Its place is kept, so that nothing moves when an error appears; errors are announced. */
export function FieldMessage({ id, hint, error, lines = 1 }: FieldMessageProps) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={`mt-1.5 flex items-start gap-1.5 text-sm ${lines === 2 ? 'min-h-[2lh]' : 'min-h-[1lh]'} ${error ? 'text-danger' : 'text-muted'}`}
    >
      {error && <ErrorIcon />}
      <span>{error ?? hint}</span>
    </p>
  )
}
