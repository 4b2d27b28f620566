import { childrenOf, finding, isTest, textOf, walk, type Node, type Source } from './source.ts'

const GUARDS = new Set([
  'requirePermission',
  'requireScopedPermission',
  'allowAnyone',
  'requireLocalMode',
  'requireInbox',
])
const READ_NAME = /^(get|list|find|read|initialize)(?![a-z])/

/** Finds server functions without a guard as first middleware, with unvalidated input, or with the wrong method. */
export function unsafeServerFunctions(sources: Source[]): string[] {
  return sources.filter((source) => !isTest(source)).flatMap(unsafeFunctionsIn)
}

function unsafeFunctionsIn(source: Source): string[] {
  const findings: string[] = []
  walk(source, (node, around) => {
    if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'createServerFn') return
    const name = around.find((outer) => outer.type === 'VariableDeclarator')?.id
    const isNamed = name?.type === 'Identifier'
    const says = (words: string) => findings.push(finding(source, node.start, words))
    if (!isNamed || !source.path.endsWith('.functions.ts'))
      return says('A server function must be an exported const of a *.functions.ts file.')
    const steps = builderCallsAfter(node, around)
    for (const problem of problemsOf(name.name, methodOf(node), steps)) says(`${name.name} ${problem}`)
  })
  return findings
}

function problemsOf(name: string, method: string | undefined, steps: Record<string, Node | undefined>): string[] {
  const wanted = READ_NAME.test(name) ? 'GET' : 'POST'
  return [
    method !== wanted &&
      `has ${method ?? 'no method'}: its name requires ${wanted}, because reads use GET and changes use POST.`,
    !isGuarded(steps.middleware) &&
      `has no guard: make requirePermission, requireLocalMode, requireInbox or allowAnyone its first middleware.`,
    takesInput(steps.handler) && !steps.validator && 'takes input unchecked: add .validator(validate(…)).',
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
