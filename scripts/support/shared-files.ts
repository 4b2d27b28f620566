/** The methods of the bundler that return modules during chunking. */
interface Modules {
  getModuleInfo: (id: string) => { importers: string[] } | null
}

/**
 * The modules of a shared file, chosen by the route parts that need them. A route part is a path within src/routes and a kind:
 * `app/index:component`, `app/index:loader`.
 */
interface SharedFileOptions {
  /** A module is in the file if a matching route part needs the module. */
  for: RegExp
  /**
   * If set, a second route part that matches this expression must need the module, too. Excludes libraries, of which
   * otherwise all modules would match.
   */
  andFor?: RegExp
  /** Excludes modules that a matching route part needs, because that part would load the whole file for one module. */
  notFor?: RegExp
}

/**
 * Returns chunk groups that put shared modules of routes into a few files instead of one for each combination of routes,
 * because the HTML of a page names each file twice, and each file is a request. A module is only in the first matching file, so a
 * later file can depend on an earlier file but not the other way round.
 */
export function sharedFiles(files: Record<string, SharedFileOptions>) {
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
