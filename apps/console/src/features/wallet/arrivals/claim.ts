const key = 'hornets.arrivals'
/** The oldest are forgotten, since they are never reported again. */
const keptMost = 500
/** Hidden tabs let others go first, ms. */
const hiddenMs = 1500

/**
 * The first tab of this browser that claims something may announce it. Returns whether it was this one. Over plain HTTP
 * there are no locks, so two tabs within the same millisecond may both announce.
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
