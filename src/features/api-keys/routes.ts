import type { ApiMethod, ApiOperation } from '#api/operation.ts'

/** The operations of one path. */
export interface ApiRoute {
  /** The path of the operations, for example `/users/{id}`. */
  path: string
  methods: ApiMethod[]
  /** The operation of the requested method. */
  operation: ApiOperation | undefined
  /** The value of `{id}` in the requested path. */
  id: string | undefined
}

/** Finds the operations of a path below /api/v1; undefined if no path matches. */
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
