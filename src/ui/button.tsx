import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './spinner.tsx'

// Forced colours draw even a border that is transparent, so that every button keeps an edge.
const VARIANTS = {
  primary: 'border-transparent bg-primary text-on-accent hover:bg-accent-strong',
  secondary: 'button-secondary',
  ghost: 'border-transparent text-text hover:bg-sunken',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-surface',
  destructive: 'border-transparent bg-danger text-on-accent hover:bg-danger-strong',
} as const

export type ButtonVariant = keyof typeof VARIANTS

/** The props of a button, those of HTML among them. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for the one main action of a view; `danger` leads to what cannot be undone, and `destructive` does it. */
  variant?: ButtonVariant
  /** Work is under way: the button says so and takes no further click. */
  isBusy?: boolean
}

/** Classes of a button, for links that look like one. */
export function buttonClasses(variant: ButtonVariant = 'secondary'): string {
  return `button ${VARIANTS[variant]}`
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
      className={`${buttonClasses(variant)}${className && ` ${className}`}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
