import { socialEndpoints } from '#auth/social-endpoints.server.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

/** Signing in through GitHub or Google. */
export const socialSignIn: ServerFeature = { authEndpoints: socialEndpoints }
