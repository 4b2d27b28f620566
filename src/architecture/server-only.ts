import { ownImports } from './imports.ts'
import { finding, isTest, parse, type Source } from './source.ts'

/** Files that never reach a browser. */
const SERVER_FILE = /\.server\.tsx?$|^src\/db\/|^src\/server\.ts$/
const CAN_IMPORT_DB = /\.(server|functions)\.ts$/
/** Functions whose server part the build removes from browser code, including its imports. */
const CALLS_STRIPPED_FROM_BROWSER = new Set(['createServerFn', 'createMiddleware', 'createIsomorphicFn'])

/** Finds imports from src/db in files of a feature that are neither *.server.ts nor *.functions.ts. */
export function databaseOutsideOfServices(sources: Source[]): string[] {
  return sources
    .filter((source) => source.path.startsWith('src/features/') && !isTest(source) && !CAN_IMPORT_DB.test(source.path))
    .flatMap((source) =>
      ownImports(source)
        .filter(({ to }) => to.startsWith('src/db/'))
        .map(({ to, offset }) =>
          finding(source, offset, `Imports ${to}: in a feature, only *.server.ts and *.functions.ts files can.`),
        ),
    )
}

/** Finds imports of server code that a browser would have to load. */
export function serverCodeInTheBrowser(sources: Source[]): string[] {
  return sources
    .filter((source) => !SERVER_FILE.test(source.path) && !isTest(source) && !isStripped(source))
    .flatMap((source) =>
      ownImports(source)
        .filter(({ to, isType }) => !isType && SERVER_FILE.test(to))
        .map(({ to, offset }) =>
          finding(
            source,
            offset,
            `Imports ${to} at run time, but browsers never get this file: call a server function, use createIsomorphicFn, or import the type only.`,
          ),
        ),
    )
}

function isStripped(source: Source): boolean {
  // Pages, components and schemas have no server part that the build could strip.
  if (/\/(pages|components)\/|\.schema\.ts$/.test(source.path)) return false
  const imported = parse(source).module.staticImports.filter(
    ({ moduleRequest }) => moduleRequest.value === '@tanstack/react-start',
  )
  return imported.some(({ entries }) =>
    entries.some(({ importName }) => CALLS_STRIPPED_FROM_BROWSER.has(importName.name ?? '')),
  )
}
