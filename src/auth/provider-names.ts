const NAMES: Record<string, string> = { github: 'GitHub', google: 'Google' }

/** Returns the name that a provider calls itself by; its id, where that is not known. */
export function nameOfProvider(id: string): string {
  return NAMES[id] ?? id
}
