const key = 'hornets.arrivals'
/** The oldest are forgotten: nobody hears of them again. */
const keptMost = 500
/** A tab that nobody looks at lets others speak first, ms. */
const hiddenMs = 1500

/**
 * Of all tabs of this browser the first that asks may say a thing, once and for all. Answers whether that was this one.
 * Over plain HTTP there are no locks, and two tabs may ask within the same millisecond; then both speak.
 */
export async function claim(thing: string): Promise<boolean> {
  if (document.hidden) await new Promise(done => setTimeout(done, hiddenMs))
  if (!('locks' in navigator)) return take(thing)
  return navigator.locks.request(key, async () => take(thing))
}

function take(thing: string): boolean {
  const told = read()
  if (told.includes(thing)) return false
  localStorage.setItem(key, JSON.stringify([...told, thing].slice(-keptMost)))
  return true
}

function read(): string[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(told) ? told.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}
