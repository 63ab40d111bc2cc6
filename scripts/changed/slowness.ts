export interface Clocks {
  /** Milliseconds. */
  readonly now: () => number
  /** Microseconds of processors that this process has used. */
  readonly used: () => { readonly user: number; readonly system: number }
}

const clocks: Clocks = { now: () => performance.now(), used: () => process.cpuUsage() }

/** How much slower other work on this machine makes it: 1 with a processor for itself, 2 with half of one. */
export function withSlowness<Result>(
  work: () => Result,
  { now, used }: Clocks = clocks,
): { result: Result; slowness: number } {
  const total = () => {
    const { user, system } = used()
    return (user + system) / 1000
  }
  const [startedAt, usedBefore] = [now(), total()]
  const result = work()
  return { result, slowness: Math.max(1, (now() - startedAt) / (total() - usedBefore)) }
}
