import { useLayoutEffect } from 'react'

/** What leaving a payment would lose: nothing, the input, or the outcome. */
export type Standing = 'nothing' | 'entered' | 'sending'

/** Tells the dialog around a payment what leaving would lose, before the next key can come: Escape then asks. */
export function useStanding(standing: Standing, onStanding: (standing: Standing) => void): void {
  useLayoutEffect(() => {
    onStanding(standing)
    return () => onStanding('nothing')
  }, [standing, onStanding])
}
