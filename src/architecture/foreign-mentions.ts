import { isTest, parse, type Source } from './source.ts'

interface OptionalFeature {
  /** Matches files that belong to the feature. */
  own: RegExp
  /** Matches the feature's name in imports, strings and identifiers. */
  named: RegExp
}

/** The optional features. Removing a feature requires a change of each file that names it. */
export const OPTIONAL_FEATURES = {
  // Does not match the events that Stripe sends to the feature of a recipe.
  webhooks: { own: /features\/webhooks\/|routes\/.*webhooks/, named: /(?<!stripe_|client\.)webhook/i },
  organizations: { own: /features\/(organizations|owners)\/|routes\/.*organizations/, named: /organization/i },
  'API reference': { own: /features\/api-reference\/|routes\/.*api-reference/, named: /api-?reference/i },
  'API and API keys': {
    // Includes `api-reference`, which depends on this feature, and files of other features with API operations.
    own: /^src\/api\/|features\/(api-(keys|reference)\/|.+\.api\.server\.ts$)|routes\/.*\bapi/,
    // Does not match the idempotency option of other clients, which prevents, for example, sending an email twice.
    named: /api-?(key|operation|scope|reference)|#api\/|\/api\/v1|(?<!, \{ )idempotency/i,
  },
  'imports and exports': {
    own: /features\/(imports\/|.+\.(ex|im)port\.)|^src\/(bulk\/import-kind|feature\/list-export)\.ts$|routes\/.*\bimport/,
    named: /import-?(kind|upload)|features\/imports|imports:|\bcsv|-(ex|im)port\b|export-?(link|file|rows)/i,
  },
  // Includes the feature `imports`, because it is removed together with bulk work.
  'bulk work': {
    own: /^src\/bulk\/|features\/(jobs|imports)\/|features\/.+\.import\.|routes\/.*\bjobs/,
    named: /bulk/i,
  },
  passkeys: { own: /features\/passkeys\/|routes\/.*passkey/, named: /passkey|second-?factor|recovery-?code/i },
  'demo and sandbox': { own: /features\/demo\/|routes\/.*\bdemo/, named: /sandbox|demo(?!t)/i },
  'social sign-in': {
    own: /features\/social-sign-in\//,
    // Does not match better-auth's option `socialProviders`, to which core code adds the providers of features, nor its function
    // signInSocial, which starts the sign-in with any of them.
    named: /(?<!signIn)social(?!Providers\b)|github_client|google_client/i,
  },
  favourites: { own: /features\/favourites\//, named: /favourite/i },
  'saved views': { own: /features\/saved-views\//, named: /saved-?_?view/i },
  notifications: {
    own: /features\/notifications\/|routes\/.*notifications/,
    // Does not match the label of the region with toasts, nor notifications of PostgreSQL.
    named: /(?<!listen:)notification(?!s'\))/i,
  },
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
    // Does not match OpenTelemetry's API, which core code uses, nor the options with which libraries send none.
    named: /(?<!@open)telemetry(?!: (\{ enabled: )?false)|recorder\(|otel_|sentry|metrics_/i,
  },
  'standby reads': { own: /features\/standby-reads\//, named: /standby-?reads?|database_?read_?url/i },
} satisfies Record<string, OptionalFeature>

/** The lists that name all features, and the generated route tree. */
const FEATURE_LISTS = /^src\/(features(\.[\w-]+)*|slots\/[\w.-]+|routeTree\.gen)\.ts$/

/** Returns the files outside of a feature that name it in an import, a string or an identifier. Comments do not count. */
export function foreignMentions({ own, named }: OptionalFeature, sources: Source[]): string[] {
  return sources
    .filter((source) => !isTest(source) && !FEATURE_LISTS.test(source.path) && !own.test(source.path))
    .filter((source) => named.test(withoutComments(source)))
    .map(({ path }) => path)
}

const textsWithoutComments = new WeakMap<Source, string>()

function withoutComments(source: Source): string {
  const known = textsWithoutComments.get(source)
  if (known !== undefined) return known
  const { comments } = parse(source)
  const ends = [0, ...comments.map(({ end }) => end)]
  const text = ends.map((end, place) => source.text.slice(end, comments[place]?.start)).join(' ')
  textsWithoutComments.set(source, text)
  return text
}
