import type { Permission } from '#auth/permissions.ts'
import { childrenOf, finding, isTest, textOf, walk, type Node, type Source } from './source.ts'

const GUARDS = new Set([
  'requirePermission',
  'requireScopedPermission',
  'allowAnyone',
  'requireLocalMode',
  'requireBuiltInInbox',
])
const READ_NAME = /^(get|list|find|read|initialize)(?![a-z])/

/** Finds server functions without a guard as first middleware, with unvalidated input, or with the wrong method. */
export function unsafeServerFunctions(sources: Source[]): string[] {
  return sources.filter((source) => !isTest(source)).flatMap(unsafeFunctionsIn)
}

/** Finds the server functions whose first guard has this name and a permission that matches. @returns each with its permission */
export function functionsWithGuard(sources: Source[], guard: string, permission: RegExp): [string, Permission][] {
  const builder = new RegExp(
    String.raw`const (\w+) = createServerFn\([^)]*\)\s*\.middleware\(\[\s*${guard}\('([^']+)'\)`,
    'g',
  )
  return sources
    .filter(({ path }) => path.endsWith('.functions.ts'))
    .flatMap(({ text }) => {
      const guarded = new Map([...text.matchAll(builder)].map(([, name = '', needed = '']) => [name, needed]))
      return [...text.matchAll(/export const (\w+) = (\w+)\(/g)].flatMap(([, name = '', shared = '']) => {
        const needed = guarded.get(name) ?? guarded.get(shared) ?? ''
        return permission.test(needed) ? [[name, needed as Permission] satisfies [string, Permission]] : []
      })
    })
}

/** The steps that functions of a file share: `const reading = createServerFn(…).middleware([…])`. */
interface Shared {
  method: string | undefined
  steps: Record<string, Node | undefined>
}

function unsafeFunctionsIn(source: Source): string[] {
  const findings: string[] = []
  const shared = new Map<string, Shared>()
  walk(source, (node, around) => {
    if (node.type !== 'CallExpression') return
    const callee = nameOf(node.callee) ?? ''
    const base = callee === 'createServerFn' ? { method: methodOf(node), steps: {} } : shared.get(callee)
    if (!base) return
    const name = around.find((outer) => outer.type === 'VariableDeclarator')?.id
    const isExported = around.some((outer) => outer.type === 'ExportNamedDeclaration')
    const says = (words: string) => findings.push(finding(source, node.start, words))
    if (name?.type !== 'Identifier' || !source.path.endsWith('.functions.ts'))
      return says('A server function must be an exported const of a *.functions.ts file.')
    const own = builderCallsAfter(node, around)
    // The first guard counts, so the steps that functions share come before their own.
    const steps = { ...own, ...base.steps }
    if (isExported) for (const problem of problemsOf(name.name, base.method, steps)) says(`${name.name} ${problem}`)
    else if (own.handler) says(`${name.name} must be exported.`)
    else shared.set(name.name, { method: base.method, steps })
  })
  return findings
}

function problemsOf(name: string, method: string | undefined, steps: Record<string, Node | undefined>): string[] {
  const wanted = READ_NAME.test(name) ? 'GET' : 'POST'
  return [
    method !== wanted &&
      `has ${method ?? 'no method'}: its name requires ${wanted}, because reads use GET and changes use POST.`,
    !isGuarded(steps.middleware) &&
      `has no guard: make requirePermission, requireLocalMode, requireBuiltInInbox or allowAnyone its first middleware.`,
    takesInput(steps.handler) && !steps.validator && 'takes input unchecked: add .validator(validator(…)).',
  ].filter((problem) => problem !== false)
}

/** Returns the arguments of the calls that build the function: `.middleware([…])`, `.validator(…)`, `.handler(…)`. */
function builderCallsAfter(start: Node, around: Node[]): Record<string, Node | undefined> {
  const steps: Record<string, Node | undefined> = {}
  let built: Node = start
  for (const outer of around) {
    if (outer.type === 'CallExpression' && outer.callee.type === 'MemberExpression' && outer.callee.object === built) {
      const step = outer.callee.property.type === 'Identifier' ? outer.callee.property.name : ''
      steps[step] = outer.arguments[0]
      built = outer
    } else if (outer.type !== 'MemberExpression') break
  }
  return steps
}

function methodOf(node: Node): string | undefined {
  const options = node.type === 'CallExpression' ? node.arguments[0] : undefined
  if (options?.type !== 'ObjectExpression') return undefined
  const method = options.properties.find((entry) => entry.type === 'Property' && nameOf(entry.key) === 'method')
  return method?.type === 'Property' ? textOf(method.value) : undefined
}

function isGuarded(middleware: Node | undefined): boolean {
  const first = middleware?.type === 'ArrayExpression' ? middleware.elements[0] : undefined
  return GUARDS.has(nameOf(first?.type === 'CallExpression' ? first.callee : first) ?? '')
}

/** Whether a handler has input; also true if the code does not show the handler's parameter. */
function takesInput(handler: Node | undefined): boolean {
  if (handler?.type !== 'ArrowFunctionExpression') return true
  const [parameter] = handler.params
  if (!parameter) return false
  if (parameter.type !== 'ObjectPattern') return true
  return childrenOf(parameter).some((entry) => entry.type !== 'Property' || nameOf(entry.key) === 'data')
}

function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === 'Identifier' ? node.name : undefined
}
