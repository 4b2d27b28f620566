import type { ApiMethod, ApiOperation } from './operation.ts'

/** The operations of one path. */
export interface ApiRoute {
  /** As the operations have it: `/users/{id}`. */
  path: string
  methods: ApiMethod[]
  /** The one of the method that was asked for. */
  operation: ApiOperation | undefined
  /** What stands in the path for `{id}`. */
  id: string | undefined
}

/** Finds the operations of a path below /api/v1; undefined where there is none. */
export function findRoute(operations: ApiOperation[], method: string, pathname: string): ApiRoute | undefined {
  const asked = pathname.split('/')
  const here = operations.filter(({ path }) => isPathOf(path, asked))
  const [first] = here
  if (!first) return undefined
  return {
    path: first.path,
    methods: here.map((operation) => operation.method),
    operation: here.find((operation) => operation.method === method),
    id: asked[first.path.split('/').indexOf('{id}')],
  }
}

function isPathOf(path: string, asked: string[]): boolean {
  const parts = path.split('/')
  return parts.length === asked.length && parts.every((part, place) => part === '{id}' || part === asked[place])
}
