import type { Page } from '@playwright/test'

/** Widths of windows in pixels, from the narrowest phone to a wide desktop. */
export const WIDTHS = Array.from({ length: 81 }, (_, step) => 320 + step * 20)

/** The maximum number of lines of a text: a name over an email address, or a text that wraps once. */
const MAX_LINES = 2
/** The maximum heights in pixels at font scale 1: a row of two lines, and a card with three. */
const MAX_HEIGHTS = { row: 72, card: 150 }

/** The maximum length in letters of a word that must not break. Users' own words can be longer than any window is wide. */
const MAX_WORD = 24

interface Span {
  left: number
  right: number
}

/** A text with its position on the page. */
interface MeasuredText extends Span {
  text: string
  lines: number
  /** The element that cuts off the text if it is too long. `title` is its tooltip, undefined if no pointer can reach it. */
  cutter: (Span & { hasEllipsis: boolean; title: string | undefined }) | null
}

interface Cell extends Span {
  texts: MeasuredText[]
}

interface Table {
  isCards: boolean
  heads: Cell[]
  rows: { name: string; height: number; cells: Cell[] }[]
}

interface Layout {
  fontScale: number
  tooWideBy: number
  tables: Table[]
  texts: MeasuredText[]
}

/** Returns a description of each fault of a page's layout at the current width of the window, without duplicates. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const { fontScale, tooWideBy, tables, texts } = await measure(page)
  const faults = [
    ...(tooWideBy > 0 ? [`the page is ${tooWideBy} px wider than its window`] : []),
    ...tables.flatMap((table) => tableFaults(table, fontScale)),
    ...texts
      .filter(({ text, lines }) => lines > 3 && text.length / lines < 6)
      .map(({ text, lines }) => `${quote(text)} has ${lines} lines`),
  ]
  return [...new Set(faults)]
}

/**
 * Returns the words that do not fit at the current width of the window, without duplicates. A field must show its whole
 * placeholder, a select its selected option, no heading must break inside a word, and the page's header and sidebar must contain their
 * controls.
 */
export async function fitFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate((longest) => {
    const pen = document.createElement('canvas').getContext('2d')
    const shown = <Found extends HTMLElement>(selector: string) =>
      [...document.querySelectorAll<Found>(selector)].filter((element) => element.checkVisibility())
    /** Returns the number of pixels by which a text is wider than the field that shows it. */
    const excessOf = (field: HTMLElement, text: string) => {
      if (!pen) throw new Error('this browser cannot measure text')
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      pen.font = font
      return pen.measureText(text).width - (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
    }
    const cut = [
      ...shown<HTMLInputElement>('input:placeholder-shown').map((field) => ({ field, text: field.placeholder })),
      ...shown<HTMLSelectElement>('select').map((field) => ({ field, text: field.selectedOptions[0]?.label ?? '' })),
    ].flatMap(({ field, text }) => {
      const excess = excessOf(field, text)
      return excess > 1 ? [`"${text}" is cut off by ${Math.round(excess)} px in its field`] : []
    })
    const broken = shown('h1, h2, h3').flatMap((heading) => {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const node = walker.currentNode as CharacterData
        // Skips email addresses, which can break only inside.
        if (/\S@\S/.test(node.data)) continue
        for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}]+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)))
          if (word.length <= longest && lines.size > 1) found.push(`the heading breaks inside the word "${word}"`)
        }
      }
      return found
    })
    const outside = shown(':is(header, aside):not(main *)').flatMap((bar) => {
      const edges = bar.getBoundingClientRect()
      return [...bar.querySelectorAll<HTMLElement>('a, button, summary, input, select')]
        .filter((control) => control.checkVisibility())
        .flatMap((control) => {
          const { left, right } = control.getBoundingClientRect()
          const excess = Math.max(edges.left - left, right - edges.right)
          const name = control.ariaLabel ?? control.textContent
          return excess > 1 ? [`"${name}" is ${Math.round(excess)} px outside of the page's header or sidebar`] : []
        })
    })
    return [...cut, ...broken, ...outside]
  }, MAX_WORD)
  return [...new Set(faults)]
}

/** Returns the left edges of the list's columns, in pixels. */
export async function columnsOf(page: Page): Promise<number[]> {
  const [table] = (await measure(page)).tables
  return table?.heads.map(({ left }) => left) ?? []
}

function tableFaults({ isCards, heads, rows }: Table, fontScale: number): string[] {
  const highest = (isCards ? MAX_HEIGHTS.card : MAX_HEIGHTS.row) * fontScale
  const columns = isCards ? [] : heads
  return [
    ...columns.flatMap(cellFaults),
    ...rows.flatMap(({ name, height, cells }) => [
      ...cells.flatMap(cellFaults),
      ...(height > highest ? [`the row of ${quote(name)} is ${Math.round(height)} px high`] : []),
      ...(!isCards && cells.length !== columns.length ? [`${cells.length} cells below ${columns.length} headers`] : []),
      ...columns
        .filter((head, index) => !isWithin(head, cells[index]) || !isWithin(cells[index], head))
        .map(({ texts }) => `column ${quote(texts[0]?.text)} is not below its header`),
    ]),
  ]
}

function cellFaults(cell: Cell): string[] {
  return cell.texts.flatMap((text) => [
    ...(text.lines > MAX_LINES ? [`${quote(text.text)} takes ${text.lines} lines`] : []),
    ...(isWithin(text, text.cutter ?? cell) ? [] : cutFaults(text)),
    ...(isWithin(text.cutter ?? text, cell) ? [] : [`${quote(text.text)} is wider than its cell`]),
  ])
}

function cutFaults({ text, cutter }: MeasuredText): string[] {
  if (!cutter) return []
  if (!cutter.hasEllipsis) return [`${quote(text)} is cut off without an ellipsis`]
  return cutter.title === undefined || cutter.title.includes(text) ? [] : [`${quote(text)} is cut off without a title`]
}

function isWithin(inner: Span | undefined, outer: Span | undefined): boolean {
  return !inner || !outer || (inner.left >= outer.left - 1 && inner.right <= outer.right + 1)
}

function quote(text = ''): string {
  return `"${text.slice(0, 24)}"`
}

function measure(page: Page): Promise<Layout> {
  return page.evaluate(() => {
    const root = document.documentElement
    const shown = (selector: string, within: ParentNode = document) =>
      [...within.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
    const spanOf = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return { left, right }
    }

    /** Returns the element with the tooltip: the line, if it hides this part of an address for lack of space, or the part. */
    function lineOf(part: Element): Element {
      const line = part.parentElement?.closest('.cut')
      const isAbove = line && part.getBoundingClientRect().bottom <= line.getBoundingClientRect().top + 1
      return isAbove ? line : part
    }

    function cutterOf(from: Element, within: Element): MeasuredText['cutter'] {
      let at = from
      while (getComputedStyle(at).overflowX === 'visible') {
        if (at === within || !at.parentElement) return null
        at = at.parentElement
      }
      at = lineOf(at)
      const { left, top, width, height } = at.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isInReach = hit && (hit.closest('tr') ?? hit) === (at.closest('tr') ?? hit)
      return {
        ...spanOf(at),
        hasEllipsis: getComputedStyle(at).textOverflow === 'ellipsis',
        title: isInReach ? (hit.closest('[title]')?.getAttribute('title') ?? '') : undefined,
      }
    }

    function textsOf(within: Element): MeasuredText[] {
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
      const found: MeasuredText[] = []
      while (walker.nextNode()) {
        const { parentElement: parent, nodeValue } = walker.currentNode
        if (!parent?.checkVisibility() || parent.closest('.sr-only') || !nodeValue?.trim()) continue
        const range = document.createRange()
        range.selectNodeContents(walker.currentNode)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        found.push({
          text: nodeValue,
          lines: new Set(boxes.map(({ top }) => Math.round(top))).size,
          left: Math.min(...boxes.map(({ left }) => left)),
          right: Math.max(...boxes.map(({ right }) => right)),
          cutter: cutterOf(parent, within),
        })
      }
      return found
    }
    const cellOf = (element: Element) => ({ ...spanOf(element), texts: textsOf(element) })

    return {
      fontScale: Number(getComputedStyle(root).getPropertyValue('--font-scale') || 1),
      tooWideBy: root.scrollWidth - root.clientWidth,
      tables: shown('main table').map((table) => ({
        isCards: getComputedStyle(table).display !== 'table',
        heads: shown('thead th', table).map(cellOf),
        rows: shown('tbody tr', table).map((row) => ({
          name: row.textContent,
          height: row.getBoundingClientRect().height,
          cells: shown('td, th', row).map(cellOf),
        })),
      })),
      texts: shown('main').flatMap((main) => textsOf(main)),
    }
  })
}
