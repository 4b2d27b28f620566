import { textOf, walk, type Node, type Source } from './source.ts'

/** A line that the code can log. `message` is undefined if the code computes it. */
export interface LogLine {
  event: string
  level: string
  message: string | undefined
  file: string
}

/** Returns all calls of `log` with an event, sorted by event and file. */
export function logLines(sources: Source[]): LogLine[] {
  const lines: LogLine[] = []
  for (const source of sources)
    walk(source, (node) => {
      const line = lineOf(node)
      if (line) lines.push({ ...line, file: source.path })
    })
  return lines.sort((one, other) => (`${one.event} ${one.file}` < `${other.event} ${other.file}` ? -1 : 1))
}

/** Formats a log line as a row of the table in `docs/log.md`. */
export function formatLogRow({ event, level, message, file }: LogLine): string {
  return `| \`${event}\` | ${level} | ${message ?? '(varies)'} | \`${file}\` |`
}

function lineOf(node: Node): Omit<LogLine, 'file'> | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { object, property } = node.callee
  const [fields, message] = node.arguments
  if (object.type !== 'Identifier' || object.name !== 'log' || fields?.type !== 'ObjectExpression') return undefined
  const event = fields.properties.find(
    (field) => field.type === 'Property' && field.key.type === 'Identifier' && field.key.name === 'event',
  )
  if (event?.type !== 'Property') return undefined
  return {
    event: textOf(event.value) ?? prefixOf(event.value),
    level: property.type === 'Identifier' ? property.name : 'warn, error',
    message: textOf(message),
  }
}

function prefixOf(value: Node): string {
  return value.type === 'TemplateLiteral' ? `${value.quasis[0]?.value.raw}…` : ''
}
