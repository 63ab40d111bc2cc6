const askEveryMs = 1000
const patienceSeconds = 600

const pause = () => new Promise(resolve => setTimeout(resolve, askEveryMs))

/**
 * Asks the relay every second until it has what is wanted. 'working' gives it time anew; ten minutes of 'waiting' end it
 * with undefined. `seconds`: since it last worked.
 */
export async function waitFor<T extends object | true>(
  ask: (seconds: number) => Promise<T | 'working' | 'waiting'>,
): Promise<T | undefined> {
  for (let since = Date.now(); ; ) {
    await pause()
    const seconds = Math.round((Date.now() - since) / 1000)
    const found = await ask(seconds)
    if (found === 'working') since = Date.now()
    else if (found !== 'waiting') return found
    else if (seconds >= patienceSeconds) return undefined
  }
}
