import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withoutEntries, withoutImports } from '../remove/cut.ts'
import { filesBelow } from '../remove/list.ts'

/** The tests of upgrades from earlier releases: an app that begins now has none. */
const OF_RELEASES = /^src\/db\/releases\/|^e2e\/(?:fixtures\/releases\/|faults\/rows\/upgrades\.ts$)/

/** Deletes the tests of this project's earlier releases from a new app, and what names them. */
export function leaveReleasesBehind(root: string): void {
  const files = ['src', 'e2e', 'docs'].flatMap((folder) => filesBelow(root, folder))
  const isGone = (file: string) => OF_RELEASES.test(file)
  for (const file of files.filter(isGone)) rmSync(path.join(root, file))
  for (const file of files.filter((one) => !isGone(one) && /\.(ts|md)$/.test(one))) {
    const place = path.join(root, file)
    const text = readFileSync(place, 'utf8')
    const shorter = file.endsWith('.md')
      ? text.replaceAll(/, `src\/db\/releases\/[^`]*`|^\| 29 \| An upgrade from .*\n/gm, '')
      : withoutEntries(withoutImports(file, text, isGone), /^ +\{ file: 'src\/db\/releases\//)
    if (shorter !== text) writeFileSync(place, shorter)
  }
  for (const folder of ['src/db/releases', 'e2e/fixtures/releases'])
    if (existsSync(path.join(root, folder))) rmSync(path.join(root, folder), { recursive: true })
}
