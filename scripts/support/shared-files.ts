/** What tells about modules while files are made of them. */
interface Modules {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

/**
 * Which modules a file is made of, by the parts of routes that need them: `app/index:component`, `app/index:loader`, paths
 * within src/routes.
 */
interface SharedFile {
  /** A module is in the file when one of these parts needs it, */
  for: RegExp
  /** and one of these too, where they are named; then only own code is: of a library each part looks as if it was needed, */
  andFor?: RegExp
  /** unless one of these does, which would load the whole file for its sake. */
  notFor?: RegExp
}

/**
 * Puts what parts of routes are made of into a few files, instead of one for each way of being shared: a page names each of
 * its files twice, and asks for each of them. What is in an earlier file is in no later one, so that a later one may need
 * an earlier one, and never the other way round.
 */
export function sharedFiles(files: Record<string, SharedFile>) {
  return Object.entries(files).map(([name, file], index) => ({
    name: (id: string, modules: Modules) => {
      if (file.andFor && id.includes('node_modules')) return null
      const needing = partsNeeding(id, modules)
      const isNeeded = (by: RegExp) => needing.some((part) => by.test(part))
      const isIn = isNeeded(file.for) && (!file.andFor || isNeeded(file.andFor))
      return isIn && !(file.notFor && isNeeded(file.notFor)) ? name : null
    },
    debugName: name,
    priority: 9 - index,
    includeDependenciesRecursively: false,
  }))
}

/** The parts of routes that are made of a module, by static imports. */
function partsNeeding(id: string, modules: Modules): string[] {
  const seen = new Set([id])
  for (const one of seen) for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen].flatMap((one) => {
    const [, route, part] = /src\/routes\/(.+)\.tsx\?tsr-split=(component|loader)/.exec(one) ?? []
    return route === undefined ? [] : [`${route}:${part}`]
  })
}
