export type Caller = (...values: unknown[]) => unknown
type Values = Readonly<Record<string, unknown>>

interface Calls {
  /** By where the function is among the values. */
  readonly callers: Map<string, Caller>
  readonly newest: () => unknown
}

/** The values before if nothing changed, at any depth of plain objects. Functions stay the same and call the newest. */
export function settle<Now extends object>(before: object | undefined, now: Now, calls: Calls): Now {
  return settled(before, now, '', calls) as Now
}

function settled(before: unknown, now: unknown, path: string, calls: Calls): unknown {
  if (typeof now === 'function') return callerAt(path, calls)
  if (before === now || !isPlain(now)) return now
  const known = isPlain(before) ? before : undefined
  const names = Object.keys(now)
  const next: Record<string, unknown> = {}
  let isKnown = known !== undefined && Object.keys(known).length === names.length
  let isAsGiven = true
  for (const name of names) {
    next[name] = settled(known?.[name], now[name], `${path}.${name}`, calls)
    isKnown &&= Object.is(next[name], known?.[name]) && name in (known as Values)
    isAsGiven &&= Object.is(next[name], now[name])
  }
  return isKnown ? known : isAsGiven ? now : next
}

function callerAt(path: string, { callers, newest }: Calls): Caller {
  const known = callers.get(path)
  if (known) return known
  const names = path.split('.').slice(1)
  const caller: Caller = (...values) => {
    const found = names.reduce<unknown>((at, name) => (at as Values | undefined)?.[name], newest())
    return (found as Caller | undefined)?.(...values)
  }
  callers.set(path, caller)
  return caller
}

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
