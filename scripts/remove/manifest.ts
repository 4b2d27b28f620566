import { pathToFileURL } from 'node:url'
import type { Feature } from '#feature/feature.ts'
import { PlainFailure } from '../support/plain-failure.ts'

/** Loads the manifest that a file exports. @throws {PlainFailure} where it exports none */
export async function manifestOf(file: string): Promise<Feature> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, Feature>
  const [manifest] = Object.values(module)
  if (!manifest) throw new PlainFailure(`${file} exports no manifest. Nothing was written.`)
  return manifest
}
