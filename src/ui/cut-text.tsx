/** So many characters have room wherever a text is cut: they need no title. */
const NEVER_CUT = 8

interface CutTextProps {
  /** Said by a pointer that rests on it; false where something else says it. */
  hasTitle?: boolean
  children: string
}

/** A text of people on one line: cut with an ellipsis where it is too long, and whole in its title. */
export function CutText({ hasTitle = true, children }: CutTextProps) {
  return (
    <bdi title={hasTitle ? titleOf(children) : undefined} className="cut">
      {children}
    </bdi>
  )
}

/** The title of a text that may be cut; undefined where it never is. */
export function titleOf(text: string): string | undefined {
  return text.length > NEVER_CUT ? text : undefined
}
