import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './spinner.tsx'

// Forced colours draw even a border that is transparent, so that every button keeps an edge.
const VARIANTS = {
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-edge bg-surface text-text hover:bg-sunken',
  ghost: 'border border-transparent text-text hover:bg-sunken',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-surface',
} as const

export type ButtonVariant = keyof typeof VARIANTS

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for the one main action of a view. */
  variant?: ButtonVariant
  /** Work is under way: the button says so and takes no further click. */
  isBusy?: boolean
}

/** Classes of a button, for links that look like one. */
export function buttonClasses(variant: ButtonVariant = 'secondary'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-base font-medium transition-colors duration-120 aria-disabled:opacity-60 disabled:opacity-60 ${VARIANTS[variant]}`
}

/** A button; `type="button"` unless told otherwise. */
export function Button({
  variant = 'secondary',
  isBusy = false,
  className = '',
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClasses(variant)} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
