/**
 * Makes something for a language at its first use, and keeps it: formats of Intl take a hundred times longer to make than to
 * use, and a list uses one in each row. The locale has digits from 0 to 9, as our texts do: for Arabic the default depends
 * on the browser's age.
 */
export function perLanguage<Made>(make: (locale: string) => Made): (language: string) => Made {
  const kept = new Map<string, Made>()
  return (language) => {
    const made = kept.get(language) ?? make(`${language}-u-nu-latn`)
    kept.set(language, made)
    return made
  }
}
