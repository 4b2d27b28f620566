/**
 * Returns the entries of one kind that are in the later changelog but not in the earlier changelog, each on one line.
 * @param kind the heading of the entries, for example `Security`
 */
export function newChangelogEntries(earlier: string, later: string, kind: string): string[] {
  const known = new Set(entriesOf(earlier, kind))
  return entriesOf(later, kind).filter((entry) => !known.has(entry))
}

function entriesOf(changelog: string, kind: string): string[] {
  return changelog
    .split(/^### /m)
    .filter((section) => section.startsWith(`${kind}\n`))
    .flatMap((section) => section.split(/^## /m)[0]?.split(/^- /m).slice(1) ?? [])
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
}
