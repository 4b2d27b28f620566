import { environment, readFeatureSettings } from '#env/environment.server.ts'
import { socialSignIn } from './feature.start.server.ts'

/** Returns the configured providers by ID, in better-auth's format. */
export function configuredProviders() {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = readFeatureSettings(
    socialSignIn.settings,
  )
  const github = credentials(GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET)
  const google = credentials(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET)
  return { ...(github && { github }), ...(google && { google }) }
}

function credentials(clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId === undefined || clientSecret === undefined) return undefined
  return { clientId, clientSecret, disableSignUp: !environment().signUpEnabled }
}
