import { useEffect, useRef, useState } from 'react'

/** A dialog that disappears when answered: returns the focus to where it was, including a dialog below. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    clearTimeout(timer.current)
    return () => {
      // After the library's own choice, which ignores the dialog below.
      timer.current = setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [before])
}
