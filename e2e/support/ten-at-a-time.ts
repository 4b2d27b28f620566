/** Makes `times` calls, ten at a time, because a node on a busy machine can refuse more. Returns the results in order. */
export async function tenAtATime<T>(times: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < times) {
    const from = answers.length
    const round = Array.from({ length: Math.min(10, times - from) }, (_, index) => call(from + index))
    answers.push(...(await Promise.all(round)))
  }
  return answers
}
