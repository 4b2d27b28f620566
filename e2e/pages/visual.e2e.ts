import { readdirSync } from 'node:fs'
import { expect } from '../support/all-visitors.ts'
import { FIRST_VIEW, PICTURED, PICTURED_NOW, pictureOf, expectPicture, test, viewsOf } from '../support/pictures.ts'
import { ONLY_IN_ALL } from '../support/speed.ts'

test.describe.configure({ mode: 'parallel' })

// every-page.e2e.ts compares the screenshot of the first view.
for (const shown of PICTURED_NOW) {
  const views = viewsOf(shown).filter((view) => view !== FIRST_VIEW)
  if (views.length === 0) continue
  test(`${shown.name}: the other views match their screenshots`, ONLY_IN_ALL, async ({ open }) => {
    for (const view of views) {
      const { page } = await open({ ...shown, screen: view.screen }, view.lng)
      await expectPicture(page, shown, view)
    }
  })
}

test('every stored screenshot belongs to an existing page', () => {
  const wanted = new Set(PICTURED.flatMap((shown) => viewsOf(shown).map((view) => pictureOf(shown, view))))
  const kept = readdirSync(new URL('../screenshots/pages', import.meta.url))
  expect(kept.filter((name) => !wanted.has(name))).toEqual([])
})
