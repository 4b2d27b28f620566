import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FEATURES = path.resolve(import.meta.dirname, '../../src/features')

/** The features that `npm run remove` can remove, according to their manifests. */
export const OPTIONAL_FEATURES = readdirSync(FEATURES).filter((feature) => {
  const manifest = path.join(FEATURES, feature, 'feature.ts')
  return existsSync(manifest) && /^ {2}isOptional: true,$/m.test(readFileSync(manifest, 'utf8'))
})

/** The feature whose removal `npm test` tests. */
export const FEATURE_REMOVED_IN_QUICK_RUN = OPTIONAL_FEATURES.includes('webhooks')
  ? 'webhooks'
  : (OPTIONAL_FEATURES[0] ?? '')
