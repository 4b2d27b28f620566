/** Defined by the build. */
declare const __BUILD__: { version: string; commit: string | null } | undefined

/** The version of the package, and the commit or null. When running from sources, the version is `dev`. */
export const build: { version: string; commit: string | null } =
  typeof __BUILD__ === 'undefined' ? { version: 'dev', commit: null } : __BUILD__
