/** The sites through which people may sign in, where they are configured. */
export const SOCIAL_PROVIDERS = ['github', 'google'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** The names that the providers call themselves by. */
export const PROVIDER_NAMES: Record<SocialProvider, string> = { github: 'GitHub', google: 'Google' }

/** Whether a text names one of the providers. */
export function isSocialProvider(name: string): name is SocialProvider {
  return Object.hasOwn(PROVIDER_NAMES, name)
}
