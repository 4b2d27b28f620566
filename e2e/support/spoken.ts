import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'

/** A node of Chromium's accessibility tree. */
type Node = Awaited<ReturnType<typeof readTree>>[number]

const readTree = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes

/** The roles that are said before the name. Their content is part of the name or the value, so it is not said again. */
const CONTROLS: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  columnheader: 'column',
  combobox: 'choice',
  ComboBoxSelect: 'choice',
  DisclosureTriangle: 'disclosure',
  heading: 'heading',
  image: 'image',
  link: 'link',
  menuitem: 'menu item',
  radio: 'radio button',
  searchbox: 'search field',
  textbox: 'text field',
}
/** The roles of groups that are said when they are entered, if they have a name. */
const GROUPS: Record<string, string> = {
  alert: 'alert',
  dialog: 'dialog',
  form: 'form',
  group: 'group',
  list: 'list',
  main: 'main',
  menu: 'menu',
  navigation: 'navigation',
  region: 'region',
  search: 'search',
  table: 'table',
  toolbar: 'toolbar',
}

/**
 * Returns what a screen reader says when it reads a part of the page from the top, a line for each control or text.
 * @param role the role of the part, for example `main` or `dialog`
 */
export async function spokenLines(page: Page, role: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const nodes = await readTree(session)
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const root = nodes.find((node) => !node.ignored && node.role?.value === role)
  return root ? withoutRepetitions(linesOf(root, byId).map((line) => line.trim())) : []
}

/** Omits labels and hints of controls, which are also said as their names and descriptions. */
function withoutRepetitions(lines: string[]): string[] {
  return lines.filter(
    (line, index) =>
      !lines[index + 1]?.includes(` "${line}"`) && !lines[index - 1]?.match(/"[^"]*"/g)?.includes(`"${line}"`),
  )
}

function linesOf(node: Node, byId: Map<string, Node>): string[] {
  const role = String(node.role?.value)
  const name = textOf(node.name)
  if (!node.ignored && role === 'StaticText') return [rawText(node.name)].filter((text) => text.trim() !== '')
  if (!node.ignored && role in CONTROLS) return [controlLine(node, CONTROLS[role] ?? '', name)]
  const inside = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id)
    return child ? linesOf(child, byId) : []
  })
  if (node.ignored) return inside
  return (LINES_BY_ROLE[role] ?? linesOfGroup)(inside, role, name)
}

/** Functions that join the lines of a container, by its role. Other containers keep them. */
const LINES_BY_ROLE: Record<string, (inside: string[]) => string[]> = {
  paragraph: joined,
  listitem: joined,
  LabelText: joined,
  row: (inside) => [`row: ${inside.map((line) => line.replace(/^column "(.*)"/, '$1')).join(' | ')}`],
  cell: (inside) => [inside.join(', ')],
  gridcell: (inside) => [inside.join(', ')],
}

function linesOfGroup(inside: string[], role: string, name: string): string[] {
  return role in GROUPS && name !== '' ? [`${GROUPS[role]} "${name}"`, ...inside] : inside
}

/** Joins lines of plain text, as a screen reader reads a paragraph, and keeps the lines of controls. */
function joined(lines: string[]): string[] {
  const isControl = (line: string) => Object.values(CONTROLS).some((word) => line.startsWith(`${word} `))
  return lines.some(isControl)
    ? lines
    : [
        lines
          .join(' ')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(/ (?=[.,:;])/g, '')
          .trim(),
      ].filter(Boolean)
}

function controlLine(node: Node, role: string, name: string): string {
  const states = Object.fromEntries((node.properties ?? []).map((one) => [one.name, one.value.value as unknown]))
  const value = textOf(node.value)
  const description = textOf(node.description)
  return [
    `${role === 'heading' ? `heading ${String(states.level)}` : role} "${name}"`,
    value !== '' && value !== name && `value "${value}"`,
    states.checked === 'true' && 'checked',
    states.expanded !== undefined && (states.expanded === true ? 'expanded' : 'collapsed'),
    states.invalid === 'true' && 'invalid',
    states.disabled === true && 'disabled',
    states.focused === true && 'focused',
    description !== '' && `described as "${description}"`,
  ]
    .filter(Boolean)
    .join(', ')
}

function textOf(value: { value?: unknown } | undefined): string {
  return rawText(value).trim()
}

/** Returns a text without Unicode direction isolates, which screen readers do not speak. */
function rawText(value: { value?: unknown } | undefined): string {
  return typeof value?.value === 'string' ? value.value.replaceAll(/[\u2066-\u2069]/g, '') : ''
}

/** Returns the lines that docs/screen-reader.md has for a step. */
export function documentedLines(step: string): string[] {
  const lines = readFileSync('docs/screen-reader.md', 'utf8').split('\n')
  const after = lines.slice(lines.indexOf(`# ${step}`, 1) + 1)
  return after.slice(
    0,
    after.findIndex((line) => /^(#|```)/.test(line)),
  )
}
