/** The sites through which people may sign in, where they are configured. */
export const SOCIAL_PROVIDERS = ['github', 'google'] as const

export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]
