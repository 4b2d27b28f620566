import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pluralize from 'pluralize'
import { appConfig } from '#app.config'
import type { Feature } from '#feature/feature.ts'
import { foreignMentions } from '../../src/architecture/foreign-mentions.ts'
import type { Source } from '../../src/architecture/source.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { optionalFeature } from './list.ts'
import { featureWithDependents, loadManifest } from './manifest.ts'
import { variablesOf } from './settings.ts'

/** A feature that is being removed. */
export interface FeatureToRemove {
  name: string
  folder: string
  /** The feature's key in `OPTIONAL_FEATURES`. */
  key: string
  /** Matches text that names the feature. */
  named: RegExp
  manifest: Feature
  /** The names of the feature's environment variables. */
  variables: string[]
}

/**
 * Finds a feature by name, and the features that are removed with it because they depend on it.
 * @param sources all code except generated files
 * @throws {PlainFailure} if the feature does not exist, or code outside of the removed features names one of them
 */
export async function findFeaturesToRemove(root: string, name: string, sources: Source[]): Promise<FeatureToRemove[]> {
  if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(path.join(root, 'src/features', name, 'feature.ts')))
    throw new PlainFailure(`There's no feature "${name}". npm run features lists all features. Nothing was written.`)
  const names = await featureWithDependents(root, name)
  return Promise.all(names.map((one) => readFeatureToRemove(root, one, sources)))
}

async function readFeatureToRemove(root: string, name: string, sources: Source[]): Promise<FeatureToRemove> {
  const folder = `src/features/${name}`
  const optional = optionalFeature(name, readFileSync(path.join(root, folder, 'feature.ts'), 'utf8'))
  if (!optional)
    throw new PlainFailure(`"${name}" can't be removed, because the product depends on it. Nothing was written.`)
  const { key, feature } = optional
  const manifest = await loadManifest(path.join(root, folder, 'feature.ts'))
  const foreign = foreignMentions(feature, sources)
  if (foreign.length > 0)
    throw new PlainFailure(
      `"${name}" can't be removed yet, because other files mention it: ${foreign.join(', ')}\nNothing was written.`,
    )
  if (!manifest.isOptional)
    throw new PlainFailure(
      `"${name}" can't be removed, because ${folder}/feature.ts doesn't contain isOptional: true. Nothing was written.`,
    )
  const variables = await variablesOf(path.join(root, folder, 'feature.start.server.ts'))
  return { name, folder, key, named: feature.named, manifest, variables }
}

/** Whether a file belongs to a feature, according to the file's folder or name. */
export function isFileOfFeature(
  file: string,
  { name, manifest: { texts = {}, tables = {}, extensions } }: Pick<FeatureToRemove, 'name' | 'manifest'>,
) {
  // The singular of a generated feature can be irregular, but its table has the same name.
  const singulars = [pluralize.singular(name), ...Object.keys(tables).map(kebab)]
  const names = `(?:${[name, ...singulars].join('|')})`
  const kinds = extensions?.files ?? []
  const places = [
    `src/features/${name}/`,
    String.raw`src/routes/(?:.*/)?-?${names}(?:/|\.tsx$)`,
    String.raw`(?:e2e|bench)/${name}(?:/|\.ts$)`,
    String.raw`scripts/generate/(?:${name}/|[\w-]+/template/src/(?!(?:index|retries|schema)\.ts)${name}\.ts$)`,
    String.raw`e2e/support/(?:${name}\.ts|pages/${names}-pages(?:\.\w+)*\.ts)$`,
    `e2e/screenshots/(?:.*[/-])?(?:${[names, ...kinds].join('|')})-[^/]*\\.png$`,
    String.raw`docs/${name}\.md$`,
    `deploy/${name}/`,
    `locales/(?:${appConfig.languages.join('|')})/(?:${Object.keys(texts).join('|') || '-'})\\.json$`,
    // Files outside of the feature's folder that extend this feature, also in the template of new features.
    ...kinds.map(
      (kind) =>
        String.raw`(?:(?:src/features|src/architecture|e2e|scripts/generate/template)/.+\.|src/slots/)${kind}(?:\.\w+)*\.tsx?$`,
    ),
  ]
  return new RegExp(`^(?:${places.join('|')})`).test(file)
}

function kebab(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
