import type { ButtonHTMLAttributes } from 'react'
import { Spinner } from './spinner.tsx'

// With forced colors, transparent borders are drawn too, so that every button has an edge.
const VARIANT_CLASSES = {
  primary: 'border-transparent bg-primary text-on-accent hover:bg-accent-strong',
  secondary: 'button-secondary',
  ghost: 'border-transparent text-text hover:bg-sunken',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-surface',
  destructive: 'border-transparent bg-danger text-on-accent hover:bg-danger-strong',
} as const

export type ButtonVariant = keyof typeof VARIANT_CLASSES

/** The props of a button, including those of HTML. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary` for the main action of a view; `danger` leads to a destructive action, and `destructive` performs it. */
  variant?: ButtonVariant
  /** Whether work is in progress: the button shows a spinner and ignores clicks. */
  isBusy?: boolean
}

/** Returns the classes of a button, for links that look like one. */
export function buttonClasses(variant: ButtonVariant = 'secondary'): string {
  return `button ${VARIANT_CLASSES[variant]}`
}

/** A button; `type="button"` by default. */
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
