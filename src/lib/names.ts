/** The name to call somebody by, or their address while they have not said their name. */
export function nameOf({ name, email }: { name: string; email: string }): string {
  return name || email
}

/**
 * The letters for a name in a small circle: the first ones of its first and last word, of an e-mail address the first
 * alone. A script that joins its letters has one, for two would be read as a word.
 */
export function initialsOf(name: string): string {
  const words = name.includes('@') ? [name] : name.split(/\s+/)
  const letters = words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const [first = '', ...others] = letters
  const isJoining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u.test(first)
  return `${first}${isJoining ? '' : (others.at(-1) ?? '')}`.toUpperCase()
}
