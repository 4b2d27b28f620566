/** Returns a user's name, or their address if they have not entered a name. */
export function displayNameOf({ name, email }: { name: string; email: string }): string {
  return name || email
}

/**
 * Returns the initials for an avatar: of the first and last word, or one letter for an email address. In scripts with joined
 * letters, returns only one initial, because two would read as a word.
 */
export function initialsOf(name: string): string {
  const words = name.includes('@') ? [name] : name.split(/\s+/)
  const letters = words.flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const [first = '', ...others] = letters
  const isJoining = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u.test(first)
  return `${first}${isJoining ? '' : (others.at(-1) ?? '')}`.toUpperCase()
}
