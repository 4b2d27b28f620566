/** The providers that users can sign in with, if configured. */
export const SOCIAL_PROVIDERS = ['github', 'google'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
