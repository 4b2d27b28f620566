import { isTest, parse, type Source } from './source.ts'

interface OptionalFeature {
  /** Files that are its own, besides its folder and the routes of its name. */
  own: RegExp
  /** Its name, as imports, strings and identifiers have it. */
  named: RegExp
}

/** The features that an app may do without. A file that names one of them has to be changed when it is taken out. */
export const OPTIONAL_FEATURES = {
  webhooks: { own: /features\/webhooks\/|routes\/.*webhooks/, named: /webhook/i },
  organizations: { own: /features\/(organizations|owners)\/|routes\/.*organizations/, named: /organization/i },
  'API and API keys': {
    own: /^src\/api\/|features\/api-(keys|reference)\/|routes\/.*\bapi|http\/api-|auth\/(user-)?api-/,
    named: /api-?(key|operation|scope|reference)|#api\/|\/api\/v1|idempotency/i,
  },
  'bulk work': { own: /^src\/bulk\/|features\/jobs\/|routes\/.*\bjobs/, named: /bulk/i },
  passkeys: { own: /features\/passkeys\/|routes\/.*passkey/, named: /passkey|second-?factor|recovery-?code/i },
  'demo and sandbox': { own: /features\/demo\/|routes\/.*\bdemo/, named: /sandbox|demo(?!t)/i },
  'social sign-in': {
    own: /features\/social-sign-in\//,
    // Not the option of better-auth, which core fills with what features bring.
    named: /social(?!Providers\b)|github_client|google_client/i,
  },
  'imports and exports': {
    own: /features\/imports\/|routes\/.*\bimport/,
    named: /import-?(kind|upload)|features\/imports|imports:|\bcsv|-(ex|im)port\b|export-?(link|file|rows)/i,
  },
  favourites: { own: /features\/favourites\//, named: /favourite/i },
  'saved views': { own: /features\/saved-views\//, named: /saved-?_?view/i },
  palette: { own: /features\/palette\/|routes\/-palette\//, named: /palette/i },
  'history page': {
    own: /features\/history\/|routes\/.*\bhistory/,
    named: /features\/history|\/manager\/history|'audit:|historyOperations/,
  },
  'system page': { own: /features\/system\/|routes\/.*\bsystem/, named: /features\/system|\/manager\/system|'system:/ },
  'link checks': {
    own: /features\/link-checks\//,
    named: /link-?(checks|health)|check-?(due-?)?links?\b|repository_?link\b/i,
  },
  telemetry: {
    own: /features\/telemetry\//,
    // Neither the interface of OpenTelemetry, by which core measures, nor what better-auth calls so.
    named: /(?<!@open)telemetry(?!: \{ enabled: false)|recorder\(|otel_|sentry|metrics_/i,
  },
  'standby reads': { own: /features\/standby-reads\//, named: /late-?reads?|mayBeLate|database_?read_?url/i },
} satisfies Record<string, OptionalFeature>

/** The lists that name all features, and what is made from the routes. */
const LISTS = /^src\/(features(\.[\w-]+)*|slots\/[\w.-]+|routeTree\.gen)\.ts$/

/** The files outside of a feature that name it, by an import, a string or an identifier; comments are free to. */
export function foreignMentions({ own, named }: OptionalFeature, sources: Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && !LISTS.test(source.path) && !own.test(source.path))
    .filter((source) => named.test(withoutComments(source)))
    .map(({ path }) => path)
}

const code = new WeakMap<Source, string>()

function withoutComments(source: Source): string {
  const known = code.get(source)
  if (known !== undefined) return known
  const { comments } = parse(source)
  const ends = [0, ...comments.map(({ end }) => end)]
  const text = ends.map((end, place) => source.text.slice(end, comments[place]?.start)).join(' ')
  code.set(source, text)
  return text
}
