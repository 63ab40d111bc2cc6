import { useState } from 'react'

/**
 * The landmark or dialog that an element stands in: what floats beside it belongs there in the document, too, so that
 * it is found by those who go by landmarks, and not shut out by an open dialog.
 * @returns A ref for the element, and the landmark once it is known.
 */
export function useLandmark(): [(element: HTMLElement | null) => void, HTMLElement | undefined] {
  const [landmark, setLandmark] = useState<HTMLElement>()
  return [
    element => {
      const found = element?.closest<HTMLElement>('main, header, [role=dialog]')
      if (found && found !== landmark) setLandmark(found)
    },
    landmark,
  ]
}
