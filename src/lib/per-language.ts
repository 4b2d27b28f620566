/**
 * Makes something for a language at its first use, and keeps it: formats of Intl take a hundred times longer to make than to
 * use, and a list uses one in each row.
 */
export function perLanguage<Made>(make: (language: string) => Made): (language: string) => Made {
  const kept = new Map<string, Made>()
  return (language) => {
    const made = kept.get(language) ?? make(language)
    kept.set(language, made)
    return made
  }
}
