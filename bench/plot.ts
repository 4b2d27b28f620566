import { writeFile } from 'node:fs/promises'

const PLOT = new URL('../docs/images/bench.svg', import.meta.url)
const WIDTH = 840
const LABEL_WIDTH = 290
const ROW = 40
const TOP = 62
const BAR = 22

interface Bar {
  name: string
  value: number
  /** Whether this bar is the baseline with which the other bars are compared. */
  isAnchor: boolean
}

/** Draws `docs/images/bench.svg`: a bar for each page, in light or dark colors depending on the reader's system. */
export async function drawBars(bars: Bar[]): Promise<void> {
  const longest = Math.max(...bars.map(({ value }) => value))
  const room = WIDTH - LABEL_WIDTH - 110
  const rows = bars.map(({ name, value, isAnchor }, index) => {
    const y = TOP + index * ROW
    const length = Math.max(3, (value / longest) * room)
    const middle = y + BAR / 2 + 5
    return `  <text x="${LABEL_WIDTH - 14}" y="${middle}" text-anchor="end">${name}</text>
  <rect class="${isAnchor ? 'anchor' : 'ours'}" x="${LABEL_WIDTH}" y="${y}" width="${length.toFixed(1)}" height="${BAR}" rx="4"/>
  <text class="figure" x="${(LABEL_WIDTH + length + 10).toFixed(1)}" y="${middle}">${value.toFixed(2)} ms</text>`
  })
  const height = TOP + bars.length * ROW + 14
  await writeFile(
    PLOT,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
  <title id="title">${bars.map(({ name, value }) => `${name}: ${value.toFixed(2)} ms`).join('; ')}</title>
  <style>
    text { font: 16px system-ui, 'Segoe UI', Roboto, sans-serif; fill: #1f2328 }
    .head { font-weight: 600 }
    .note { font-size: 14px; fill: #59636e }
    .figure { font-weight: 600 }
    .ours { fill: #7c3f8f }
    .anchor { fill: #aab2bb }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .note { fill: #9198a1 }
      .ours { fill: #c58ad6 }
      .anchor { fill: #59636e }
    }
  </style>
  <text class="head" x="${LABEL_WIDTH}" y="22">Processor time per page, complete and compressed</text>
  <text class="note" x="${LABEL_WIDTH}" y="43">shorter is better; 1 ms means 1,000 pages per second on one core</text>
${rows.join('\n')}
</svg>
`,
  )
}
