/** Where people may sign in besides the e-mailed code, where it is configured. */
export const SOCIAL_PROVIDERS = ['github', 'google'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** What these sites call themselves. */
export const PROVIDER_NAMES: Record<SocialProvider, string> = { github: 'GitHub', google: 'Google' }

/** Whether a text names one of them. */
export function isSocialProvider(name: string): name is SocialProvider {
  return Object.hasOwn(PROVIDER_NAMES, name)
}
