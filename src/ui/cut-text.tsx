interface CutTextProps {
  className?: string
  /** Said by a pointer that rests on it; false where something else says it. */
  hasTitle?: boolean
  children: string
}

/** A text of people on one line: cut with an ellipsis where it is too long, and whole in its title. */
export function CutText({ className, hasTitle = true, children }: CutTextProps) {
  return (
    <bdi title={hasTitle ? children : undefined} className={className ? `cut ${className}` : 'cut'}>
      {children}
    </bdi>
  )
}
