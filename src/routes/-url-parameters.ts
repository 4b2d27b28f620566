import { stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'

/**
 * Returns the route options of URL parameters, given a function for each that parses its value. The URL omits defaults, which
 * are the results for a missing value.
 */
export function urlParameters<Search extends object>(parsers: {
  [Name in keyof Search]: (given: unknown) => Search[Name]
}) {
  const parse = (given: Partial<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries<(given: unknown) => unknown>(parsers).map(([name, parser]) => [name, parser(given[name])]),
    ) as Search
  return {
    validateSearch: (search: { [Name in keyof Search]?: Search[Name] } & SearchSchemaInput): Search => parse(search),
    // The library cannot determine which parameters of a generic type are required.
    search: { middlewares: [stripSearchParams<Search>(parse({}) as never)] },
  }
}

/** Returns a function that parses one of these values. The first one is the default. */
export function oneOf<const Value>(...values: readonly [Value, ...Value[]]) {
  return (given: unknown): Value => values.find((value) => value === given) ?? values[0]
}
