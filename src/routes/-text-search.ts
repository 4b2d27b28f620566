import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import { textParameter } from '#lib/search-text.ts'

/** Returns the route options of URL parameters that are texts. The URL omits empty ones. */
export function textSearch<Name extends string>(...names: Name[]) {
  type Texts = Record<Name, string>
  const textsIn = (search: Partial<Texts>) =>
    Object.fromEntries(names.map((name) => [name, textParameter(search[name])])) as Texts
  return {
    validateSearch: (search: Partial<Texts> & SearchSchemaInput): Texts => textsIn(search),
    // The library cannot determine which parameters of a generic type are required.
    search: { middlewares: [stripSearchParams<Texts>(textsIn({}) as never)] },
  }
}
