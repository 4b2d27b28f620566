/** Runs so many works at once at most; those that come on top wait, in the order in which they came. */
export function limitConcurrency(most: number): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let underWay = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    // Whoever waited takes over the place of the one that ended.
    if (underWay < most) underWay += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}
