import { expect, test } from 'vitest'
import { foreignMentions, OPTIONAL_FEATURES } from './foreign-mentions.ts'
import { sources } from './source.ts'

/** The number of files outside of each optional feature that name the feature. The numbers must never increase. */
const FOREIGN_FILES: Record<keyof typeof OPTIONAL_FEATURES, number> = {
  webhooks: 0,
  organizations: 54,
  'API reference': 0,
  'API and API keys': 0,
  'bulk work': 26,
  passkeys: 42,
  'demo and sandbox': 59,
  'social sign-in': 0,
  'imports and exports': 0,
  favourites: 0,
  'saved views': 0,
  notifications: 0,
  palette: 0,
  'history page': 0,
  'system page': 0,
  'link checks': 0,
  telemetry: 0,
  'standby reads': 0,
}

test.each(Object.entries(OPTIONAL_FEATURES))(
  'the number of files that mention %s outside of its folder is the recorded number',
  (name, feature) => {
    const files = foreignMentions(feature, sources)
    const most = FOREIGN_FILES[name as keyof typeof OPTIONAL_FEATURES]
    expect(files.length, `too many: ${files.join(' ')}`).toBeLessThanOrEqual(most)
    expect(files.length, `fewer than ${most}: write down ${files.length}`).toBe(most)
  },
)

test('foreignMentions ignores comments and the files of the feature', () => {
  const own = /features\/bells\//
  const files = [
    { path: 'src/lib/a.ts', text: '/** A bell. */\nexport const a = 1 // bell' },
    { path: 'src/lib/b.ts', text: "export const b = 'bell' // not counted" },
    { path: 'src/lib/c.ts', text: "import '#features/bells/bells.ts'" },
    { path: 'src/features/bells/bells.ts', text: "export const bell = 'bell'" },
  ]
  expect(foreignMentions({ own, named: /bell/ }, files)).toEqual(['src/lib/b.ts', 'src/lib/c.ts'])
})
