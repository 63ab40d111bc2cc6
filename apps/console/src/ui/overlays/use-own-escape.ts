import { useEffect, useRef } from 'react'

/**
 * While active, Escape is for this dialog alone: it may stand over another one that knows nothing of it, and would close
 * with it.
 */
export function useOwnEscape(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current()
    }
    // Before the document, where the dialogs listen.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [active])
}
