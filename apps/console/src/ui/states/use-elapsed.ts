import { useEffect, useState } from 'react'

/** True after this many milliseconds since the component appeared. */
export function useElapsed(milliseconds: number): boolean {
  const [elapsed, setElapsed] = useState(milliseconds <= 0)
  useEffect(() => {
    if (milliseconds <= 0) return
    const timer = setTimeout(() => setElapsed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return elapsed
}
