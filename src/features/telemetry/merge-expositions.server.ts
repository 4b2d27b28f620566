/**
 * Merges the expositions of several processes: each metric is listed once, with the samples of all processes. The samples
 * have a label `process` and are not added up, because a sum would fall when a process ends.
 */
export function mergeExpositions(expositions: string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>()
  for (const exposition of expositions) {
    let family: { head: string[]; samples: string[] } = { head: [], samples: [] }
    let isKnown = false
    for (const line of exposition.split('\n')) {
      const name = /^# HELP (\S+)/.exec(line)?.[1]
      if (name !== undefined) {
        isKnown = families.has(name)
        family = families.get(name) ?? { head: [], samples: [] }
        families.set(name, family)
      }
      if (line.startsWith('#')) {
        if (!isKnown) family.head.push(line)
      } else if (line !== '') family.samples.push(line)
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples, '']).join('\n')
}
