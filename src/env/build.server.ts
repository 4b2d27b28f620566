/** Put in by the build. */
declare const __BUILD__: { version: string; commit: string | null } | undefined

/** Which build this is: the version of the package, and the commit where the build could tell. From sources it is neither. */
export const build: { version: string; commit: string | null } =
  typeof __BUILD__ === 'undefined' ? { version: 'dev', commit: null } : __BUILD__
