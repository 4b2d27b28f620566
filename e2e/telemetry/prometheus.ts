/** A line of Prometheus's text format: the value of a metric with its labels. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/y

/**
 * Parses metrics in Prometheus's text format.
 * @throws if a line is neither a sample nor a comment, a metric appears twice, or a sample is outside of its metric
 */
export function parseExposition(text: string): Sample[] {
  const families = new Set<string>()
  let family = ''
  return text.split('\n').flatMap((line) => {
    if (line === '') return []
    const begun = /^# HELP (\S+)/.exec(line)?.[1]
    if (begun !== undefined) {
      if (families.has(begun)) throw new Error(`the metric ${begun} appears twice`)
      families.add(begun)
      family = begun
    }
    if (line.startsWith('#')) return []
    return [parseSample(line, family)]
  })
}

function parseSample(line: string, family: string): Sample {
  const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
  if (name.replace(/_(bucket|sum|count)$/, '') !== family && name !== family)
    throw new Error(`the sample is outside of its metric: ${line}`)
  return { name, labels: parseLabels(labels), value: value === '+Inf' ? Infinity : Number(value) }
}

/** Returns the sum of a metric's samples that have these labels. */
export function sumOf(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  return samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0)
}

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? []
    if (name === '' || name in labels) throw new Error(`the labels are malformed: ${text}`)
    labels[name] = value
  }
  return labels
}
