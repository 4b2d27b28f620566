import type { Feature } from '#feature/feature.ts'
import { socialSignInConfig } from './social-sign-in.config.ts'

/** Sign-in with GitHub or Google. */
export const socialSignIn = {
  isOptional: true,
  limits: {
    'network-starts': { key: 'social:network:', count: socialSignInConfig.startsPerNetwork.count },
  },
} as const satisfies Feature
