import type { Source } from '../../src/architecture/source.ts'

/**
 * Returns a pattern for entries of end-to-end tests that name an endpoint below /api/auth that these files declare; undefined if
 * they declare none. A variable in a path stands for any name.
 */
export function authEndpointEntries(sources: readonly Source[]): RegExp | undefined {
  const paths = sources
    .filter(({ text }) => /\bauthEndpoints?\b/i.test(text))
    .flatMap(({ text }) => [...text.matchAll(/\bpath: (['`])(\/[\w/${}-]+)\1/g)].map(([, , path = '']) => path))
    .map((path) => path.replaceAll(/\$\{\w+\}/g, String.raw`[\w-]+`))
  return paths.length > 0 ? new RegExp(`^ +'(?:/api/auth)?(?:${paths.join('|')})'(?:: |,$)`) : undefined
}
