import type { ServerFeature } from '#feature/server-feature.ts'
import { finishSignIn, startSignIn } from './sso.server.ts'
import { PROVIDER_ID } from './sso.config.ts'
import { findSsoPlugin } from './sso-provider.server.ts'

/** Single sign-on with the OpenID Connect provider of an organization. */
export const sso: ServerFeature = {
  authEndpoints: [
    { path: '/sso', method: 'GET', convert: startSignIn },
    { path: `/callback/${PROVIDER_ID}`, method: 'GET', convert: finishSignIn },
  ],
  providerPlugins: findSsoPlugin,
}
