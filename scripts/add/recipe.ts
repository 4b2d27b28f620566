import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Feature } from '#feature/feature.ts'
import { loadManifest } from '../remove/manifest.ts'
import { filesBelow } from '../remove/list.ts'
import { PlainFailure } from '../support/plain-failure.ts'

const RECIPES = 'recipes'

/** The contents of `recipe.json`. */
const recipeFile = z.strictObject({
  /** A regular expression for the words that only this feature uses, regardless of case. */
  words: z.string(),
  /** The npm packages that the feature imports, with their exact versions. */
  packages: z.optional(z.record(z.string(), z.string().check(z.regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)))),
  /** The environment variables, with an example value, the default for documents, and their meaning as a sentence. */
  settings: z.optional(
    z.record(
      z.string().check(z.regex(/^[A-Z_]+$/)),
      z.object({ example: z.optional(z.string()), default: z.string(), meaning: z.string() }),
    ),
  ),
  /** Lines for arrays and objects of shared files: `into` matches the line that opens one, `import` is a statement to add. */
  entries: z.optional(
    z.array(
      z.object({ file: z.string(), import: z.optional(z.string()), into: z.string(), lines: z.array(z.string()) }),
    ),
  ),
})

/** An optional feature that `npm run add` can add. */
export interface Recipe extends z.infer<typeof recipeFile> {
  /** The name of the recipe and of the feature's folder. */
  name: string
  /** The name of the feature in code, which all of its manifests export. */
  constant: string
  /** The feature in one sentence. */
  purpose: string
  manifest: Feature
  /** The files of the feature except its texts, by their paths in the app. */
  files: Map<string, string>
}

/** Returns the names of all recipes. */
export function recipeNames(root: string): string[] {
  const folder = path.join(root, RECIPES)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** Returns the path from the root of a recipe's file. */
export function recipePath(name: string, file: string): string {
  return `${RECIPES}/${name}/${file}`
}

/** Reads a recipe. @throws {PlainFailure} for an unknown or invalid recipe */
export async function readRecipe(root: string, name: string): Promise<Recipe> {
  const names = recipeNames(root)
  if (!names.includes(name))
    throw new PlainFailure(`There's no recipe "${name}". The recipes are: ${names.join(', ')}. Nothing was written.`)
  const files = new Map(
    filesBelow(root, recipePath(name, ''))
      .map(
        (file) =>
          [path.posix.relative(recipePath(name, ''), file), readFileSync(path.join(root, file), 'utf8')] as const,
      )
      .filter(([file]) => /^(src|e2e)\//.test(file)),
  )
  const place = `src/features/${name}/feature.ts`
  const [, purpose, constant] = /^\/\*\* (.+) \*\/\nexport const (\w+) = \{$/m.exec(files.get(place) ?? '') ?? []
  if (purpose === undefined || constant === undefined)
    throw new PlainFailure(`${recipePath(name, place)} has no manifest with a docstring. Nothing was written.`)
  return {
    ...contentsOf(root, name),
    name,
    constant,
    purpose,
    manifest: await loadManifest(path.join(root, recipePath(name, place))),
    files,
  }
}

function contentsOf(root: string, name: string) {
  const file = recipePath(name, 'recipe.json')
  const parsed = recipeFile.safeParse(JSON.parse(readFileSync(path.join(root, file), 'utf8')))
  if (!parsed.success)
    throw new PlainFailure(`${file} is invalid: ${z.prettifyError(parsed.error)}\nNothing was written.`)
  return parsed.data
}
