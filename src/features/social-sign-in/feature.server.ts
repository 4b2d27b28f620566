import type { ServerFeature } from '#feature/server-feature.ts'
import { configuredProviders } from './providers.server.ts'
import { SOCIAL_PROVIDERS } from './providers.ts'
import { startSocialSignIn, socialCallbackConverter } from './social-sign-in.server.ts'

/** Sign-in with GitHub or Google. */
export const socialSignIn: ServerFeature = {
  authEndpoints: [
    startSocialSignIn,
    ...SOCIAL_PROVIDERS.map((provider) => ({
      path: `/callback/${provider}`,
      method: 'GET' as const,
      convert: socialCallbackConverter(provider),
    })),
  ],
  providers: configuredProviders,
}
