import type { Page } from '@playwright/test'

/** Widths of windows in pixels, from the narrowest phone there is to a wide desktop. */
export const WIDTHS = Array.from({ length: 81 }, (_, step) => 320 + step * 20)

/** Name over e-mail, or what wraps once. */
const MOST_LINES = 2
/** At the font scale 1: two lines, or a card with three. */
const HIGHEST = { row: 72, card: 150 }

/** In letters, of ours: what people write may be longer than any window is wide. */
const LONGEST_WORD = 24

interface Span {
  left: number
  right: number
}

/** A text as it is laid out. */
interface Text extends Span {
  text: string
  lines: number
  /** What cuts it where it is longer, with what a pointer that rests on it is told; undefined out of a pointer's reach. */
  cutter: (Span & { hasEllipsis: boolean; title: string | undefined }) | null
}

interface Cell extends Span {
  texts: Text[]
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
  texts: Text[]
}

/** The faults of a page's layout at the width that its window has: each once, in words. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const { fontScale, tooWideBy, tables, texts } = await measure(page)
  const faults = [
    ...(tooWideBy > 0 ? [`the page is ${tooWideBy} px wider than its window`] : []),
    ...tables.flatMap((table) => tableFaults(table, fontScale)),
    ...texts
      .filter(({ text, lines }) => lines > 3 && text.length / lines < 6)
      .map(({ text, lines }) => `${told(text)} stands ${lines} lines high`),
  ]
  return [...new Set(faults)]
}

/**
 * The words that do not fit at the width that the window has, each once: a field shows its placeholder and a select what is
 * selected, and no heading breaks inside of a word.
 */
export async function fitFaults(page: Page): Promise<string[]> {
  const faults = await page.evaluate((longest) => {
    const pen = document.createElement('canvas').getContext('2d')
    const shown = <Found extends HTMLElement>(selector: string) =>
      [...document.querySelectorAll<Found>(selector)].filter((element) => element.checkVisibility())
    /** How much wider a text is than the field that shows it has room for. */
    const excessOf = (field: HTMLElement, text: string) => {
      if (!pen) throw new Error('this browser measures no text')
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      pen.font = font
      return pen.measureText(text).width - (field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight))
    }
    const cut = [
      ...shown<HTMLInputElement>('input:placeholder-shown').map((field) => ({ field, text: field.placeholder })),
      ...shown<HTMLSelectElement>('select').map((field) => ({ field, text: field.selectedOptions[0]?.label ?? '' })),
    ].flatMap(({ field, text }) => {
      const excess = excessOf(field, text)
      return excess > 1 ? [`"${text}" is cut by ${Math.round(excess)} px in its field`] : []
    })
    const broken = shown('h1, h2, h3').flatMap((heading) => {
      const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
      const found: string[] = []
      while (walker.nextNode()) {
        const node = walker.currentNode as CharacterData
        for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}]+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)))
          if (word.length <= longest && lines.size > 1) found.push(`the heading breaks inside of "${word}"`)
        }
      }
      return found
    })
    return [...cut, ...broken]
  }, LONGEST_WORD)
  return [...new Set(faults)]
}

/** The places where the columns of the list begin, in pixels. */
export async function columnsOf(page: Page): Promise<number[]> {
  const [table] = (await measure(page)).tables
  return table?.heads.map(({ left }) => left) ?? []
}

function tableFaults({ isCards, heads, rows }: Table, fontScale: number): string[] {
  const highest = (isCards ? HIGHEST.card : HIGHEST.row) * fontScale
  const columns = isCards ? [] : heads
  return [
    ...columns.flatMap(cellFaults),
    ...rows.flatMap(({ name, height, cells }) => [
      ...cells.flatMap(cellFaults),
      ...(height > highest ? [`the row of ${told(name)} is ${Math.round(height)} px high`] : []),
      ...(!isCards && cells.length !== columns.length ? [`${cells.length} cells below ${columns.length} heads`] : []),
      ...columns
        .filter((head, index) => !isWithin(head, cells[index]) || !isWithin(cells[index], head))
        .map(({ texts }) => `column ${told(texts[0]?.text)} is not below its head`),
    ]),
  ]
}

function cellFaults(cell: Cell): string[] {
  return cell.texts.flatMap((text) => [
    ...(text.lines > MOST_LINES ? [`${told(text.text)} takes ${text.lines} lines`] : []),
    ...(isWithin(text, text.cutter ?? cell) ? [] : cutFaults(text)),
    ...(isWithin(text.cutter ?? text, cell) ? [] : [`${told(text.text)} leaves its cell`]),
  ])
}

function cutFaults({ text, cutter }: Text): string[] {
  if (!cutter) return []
  if (!cutter.hasEllipsis) return [`${told(text)} is cut without an ellipsis`]
  return cutter.title === undefined || cutter.title.includes(text) ? [] : [`${told(text)} is cut, and no title says it`]
}

function isWithin(inner: Span | undefined, outer: Span | undefined): boolean {
  return !inner || !outer || (inner.left >= outer.left - 1 && inner.right <= outer.right + 1)
}

function told(text = ''): string {
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

    function cutterOf(from: Element, within: Element): Text['cutter'] {
      let at = from
      while (getComputedStyle(at).overflowX === 'visible') {
        if (at === within || !at.parentElement) return null
        at = at.parentElement
      }
      const { left, top, width, height } = at.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const isInReach = hit && (hit.closest('tr') ?? hit) === (at.closest('tr') ?? hit)
      return {
        ...spanOf(at),
        hasEllipsis: getComputedStyle(at).textOverflow === 'ellipsis',
        title: isInReach ? (hit.closest('[title]')?.getAttribute('title') ?? '') : undefined,
      }
    }

    function textsOf(within: Element): Text[] {
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
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
