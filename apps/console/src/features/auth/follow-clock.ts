/** How often the clock looks at the time (AUTH-40, CONST-02). */
const clockEveryMs = 10_000

/** Tells the time now and each ten seconds. Returns the way to stop. */
export function followClock(tell: (now: Date) => void): () => void {
  const timer = setInterval(() => tell(new Date()), clockEveryMs)
  return () => clearInterval(timer)
}
