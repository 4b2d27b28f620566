const PROVIDER_NAMES: Record<string, string> = { github: 'GitHub', google: 'Google' }

/** Returns the display name of a provider, or its ID if unknown. */
export function nameOfProvider(id: string): string {
  return PROVIDER_NAMES[id] ?? id
}
