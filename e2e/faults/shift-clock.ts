// Loaded into a node before all other code. Shifts the node's clock.
const ahead = Number(process.env.FAULT_CLOCK_AHEAD_S ?? 0) * 1_000
const [jumpAfterMs = 0, jumpSeconds = 0] = (process.env.FAULT_CLOCK_JUMPS ?? '0 0').split(' ').map(Number)
const TrueDate = Date
const startedAt = TrueDate.now()

function shiftedNow(): number {
  const now = TrueDate.now()
  return now + ahead + (jumpAfterMs > 0 && now - startedAt > jumpAfterMs ? jumpSeconds * 1_000 : 0)
}

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, args: [], made) =>
    Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, made) as Date,
  apply: () => new TrueDate(shiftedNow()).toString(),
  get: (target, member, receiver) =>
    member === 'now' ? shiftedNow : (Reflect.get(target, member, receiver) as unknown),
})
