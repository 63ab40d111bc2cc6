import { type RefObject, useEffect, useRef, useState } from 'react'

/** The focused card of the grid; undefined while the focus is elsewhere. */
export function useGridPlace(box: RefObject<HTMLElement | null>) {
  const [current, stand] = useState<number>()
  const wanted = useRef<number>(undefined)
  // A card that is gone to may have to be drawn, or even loaded, first.
  useEffect(() => {
    if (wanted.current === undefined) return
    const button = box.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] [data-part="open"]`)
    if (!button) return
    wanted.current = undefined
    button.focus()
  })
  return {
    current,
    stand,
    /** Goes to a card, as soon as it is there. */
    focus(index: number): void {
      wanted.current = index
      stand(index)
    },
    leave(): void {
      wanted.current = undefined
      stand(undefined)
    },
  }
}

export type GridPlace = ReturnType<typeof useGridPlace>
