const key = 'hornets.arrivals'
/** The oldest are forgotten, since they are never reported again. */
const keptMost = 500
/** Hidden tabs let others go first, ms. */
const hiddenMs = 1500

/** Whether this tab is the first to claim it. Over plain HTTP there are no locks: within 1 ms both may announce. */
export async function claim(thing: string): Promise<boolean> {
  if (document.hidden) await new Promise(done => setTimeout(done, hiddenMs))
  if (!('locks' in navigator)) return take(thing)
  return navigator.locks.request(key, async () => take(thing))
}

function take(thing: string): boolean {
  const claimed = read()
  if (claimed.includes(thing)) return false
  localStorage.setItem(key, JSON.stringify([...claimed, thing].slice(-keptMost)))
  return true
}

function read(): string[] {
  try {
    const claimed: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(claimed) ? claimed.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}
