import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Feature } from '#feature/feature.ts'
import { PlainFailure } from '../support/plain-failure.ts'

/** Loads the manifest that a file exports. @throws {PlainFailure} if it exports no manifest */
export async function loadManifest(file: string): Promise<Feature> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, Feature>
  const [manifest] = Object.values(module)
  if (!manifest) throw new PlainFailure(`${file} exports no manifest. Nothing was written.`)
  return manifest
}

/** Returns the folder names of a feature and of all features that depend on it, directly or indirectly. */
export async function featureWithDependents(root: string, name: string): Promise<string[]> {
  const folder = path.join(root, 'src/features')
  const manifests = await Promise.all(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, 'feature.ts')))
      .map(async (entry) => ({
        name: entry.name,
        ...(await loadManifest(path.join(folder, entry.name, 'feature.ts'))),
      })),
  )
  const going = new Set([name])
  // The loop also visits the features that it adds to the set.
  for (const gone of going) for (const { name, needs } of manifests) if (needs?.includes(gone)) going.add(name)
  return [...going]
}
