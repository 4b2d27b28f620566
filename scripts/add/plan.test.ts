import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { headlessDocstrings, headlessTitles, refusedInComments } from '../../src/architecture/comments.ts'
import { planAddition } from './plan.ts'
import { readRecipe, recipeNames } from './recipe.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const isAdded = (name: string) => existsSync(path.join(ROOT, 'src/features', name))
const names = recipeNames(ROOT).filter((name) => !isAdded(name))
const plans = await Promise.all(
  names.map(async (name) => {
    const recipe = await readRecipe(ROOT, name)
    return { name, recipe, plan: planAddition(ROOT, recipe) }
  }),
)

test.each(plans)('the recipe $name is a removable feature with its lines in all lists', ({ name, recipe, plan }) => {
  expect(recipe.manifest.isOptional).toBe(true)
  expect(plan.changed.get('src/features.ts')).toContain(`'#features/${name}/feature.ts'`)
  expect(plan.changed.get('src/architecture/foreign-mentions.ts')).toContain(`  ${name}: { own: `)
  expect(plan.changed.get('docs/features.md')).toContain(`| \`${name}\` | ${recipe.purpose} |`)
  for (const variable of Object.keys(recipe.settings ?? {})) {
    expect(plan.changed.get('.env.example')).toMatch(new RegExp(`^# .+\n(# )?${variable}=`, 'm'))
    expect(plan.changed.get('docs/settings.md')).toContain(`| \`${variable}\` |`)
  }
  expect(plan.hasTables).toBe('src/features.tables.server.ts' in Object.fromEntries(plan.changed))
})

test.each(plans)('the recipe $name has a page about itself, and its packages have exact versions', ({ name, plan }) => {
  expect(readFileSync(path.join(ROOT, 'recipes', name, 'README.md'), 'utf8')).toContain(`npm run add -- ${name}`)
  const { dependencies } = JSON.parse(plan.changed.get('package.json') ?? '{"dependencies":{}}') as {
    dependencies: Record<string, string>
  }
  expect(dependencies).toMatchObject(plan.packages)
})

test.each(plans)('comments, docstrings and test titles of $name pass the rules of src/architecture', ({ plan }) => {
  const code = [...plan.made].filter(([file]) => /\.tsx?$/.test(file)).map(([file, text]) => ({ path: file, text }))
  expect(refusedInComments(code)).toEqual([])
  expect(headlessDocstrings(code)).toEqual([])
  expect(headlessTitles(code)).toEqual([])
})

test.each(plans)('$name gets English texts in a language that the recipe lacks', ({ recipe }) => {
  const [namespace] = Object.keys(recipe.manifest.texts ?? {})
  if (namespace === undefined) return
  const { made, untranslated } = planAddition(ROOT, recipe, ['en'])
  expect([...made.keys()].filter((file) => file.startsWith('locales/'))).toEqual([`locales/en/${namespace}.json`])
  expect(untranslated).toEqual({})
})

test.runIf(plans[0])(
  'planAddition refuses a package, setting, file or feature that the app already has, and a needed feature that it lacks',
  () => {
    const { recipe } = plans[0] ?? { recipe: undefined }
    if (!recipe) return
    const refused = (change: Partial<typeof recipe>) => () => planAddition(ROOT, { ...recipe, ...change })
    expect(refused({ packages: { react: '1.0.0' } })).toThrow('The recipe needs react 1.0.0')
    expect(refused({ settings: { PORT: { default: '1', meaning: 'A port.' } } })).toThrow('PORT is taken')
    expect(refused({ files: new Map([['src/server.ts', '']]) })).toThrow('src/server.ts already exists')
    expect(refused({ name: 'users' })).toThrow('The app already has the feature "users"')
    expect(refused({ manifest: { needs: ['castles'] } })).toThrow('needs the feature "castles"')
    expect(refused({ entries: [{ file: 'README.md', into: '^nowhere$', lines: [] }] })).toThrow("can't edit README.md")
  },
)

test('an unknown recipe is refused with the names of all recipes', async () => {
  await expect(readRecipe(ROOT, '../features')).rejects.toThrow(`The recipes are: ${recipeNames(ROOT).join(', ')}`)
})
