/** The bundler's access to modules during chunking. */
interface Modules {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

/**
 * The modules of a shared file, chosen by the route parts that need them. A route part is a path within src/routes and a kind:
 * `app/index:component`, `app/index:loader`.
 */
interface SharedFile {
  /** A module is in the file if a part that matches needs it. */
  for: RegExp
  /** If set, a second part that matches must need it too. Leaves out libraries, of which every part would look needed. */
  andFor?: RegExp
  /** Modules that such a part needs are left out, because the part would load the whole file for one module. */
  notFor?: RegExp
}

/**
 * Returns chunk groups that put shared modules of routes into a few files instead of one for each combination of routes,
 * because a page names each of its files twice and requests each of them. A module is only in the first file that matches, so a
 * later file can depend on an earlier one but not the other way round.
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

/** Returns the route parts that need a module through static imports. */
function partsNeeding(id: string, modules: Modules): string[] {
  const seen = new Set([id])
  for (const one of seen) for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen].flatMap((one) => {
    const [, route, part] = /src\/routes\/(.+)\.tsx\?tsr-split=(component|loader)/.exec(one) ?? []
    return route === undefined ? [] : [`${route}:${part}`]
  })
}
