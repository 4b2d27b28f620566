/** Put in by the build. */
declare const __BUILD__: { version: string; commit: string | null } | undefined

/** The version of the package and the commit of this build, if the build knew it. Sources have neither. */
export const build: { version: string; commit: string | null } =
  typeof __BUILD__ === 'undefined' ? { version: 'dev', commit: null } : __BUILD__
