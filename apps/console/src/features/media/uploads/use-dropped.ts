import { useEffect, useEffectEvent, useState } from 'react'

/** Files that are dragged over the window and let go there. Returns whether some are over it now. */
export function useDropped(isOn: boolean, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (!isOn) return
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    const handlers = {
      dragover: event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      // Leaving the window, not an element for the one within it.
      dragleave: event => event.relatedTarget === null && setOver(false),
      drop: event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take([...(event.dataTransfer?.files ?? [])])
      },
    } satisfies { [E in keyof DocumentEventMap]?: (event: DocumentEventMap[E]) => void }
    const listeners = Object.entries(handlers) as [string, EventListener][]
    for (const [name, listener] of listeners) document.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener)
    }
  }, [isOn])
  return isOver
}
