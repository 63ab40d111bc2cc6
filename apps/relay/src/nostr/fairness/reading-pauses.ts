import type { WebSocket } from 'ws'

/** Its events wait, its answers wait, it sent too much, its messages wait for their turn, or it is handed over. */
type Pause = 'reading' | 'sending' | 'pace' | 'turn' | 'handing'

export type ReadingPauses = ReturnType<typeof readingPauses>

export function readingPauses(websocket: WebSocket) {
  const reasons = new Set<Pause>()
  let rested: NodeJS.Timeout | undefined
  let restsUntil = 0
  const pause = (why: Pause, paused: boolean) => {
    if (paused) reasons.add(why)
    else reasons.delete(why)
    if (reasons.size > 0) websocket.pause()
    else websocket.resume()
  }
  return {
    pause,
    rest(millis: number): void {
      const until = performance.now() + millis
      if (until <= restsUntil) return
      restsUntil = until
      pause('pace', true)
      clearTimeout(rested)
      rested = setTimeout(() => pause('pace', false), millis)
    },
    isOnly: (why: Pause) => reasons.size === 1 && reasons.has(why),
    end: () => clearTimeout(rested),
  }
}
