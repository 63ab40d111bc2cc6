import { useState } from 'react'

/**
 * The landmark or dialog that contains an element: floating parts belong there in the document, so that they are found
 * by landmark and not blocked by an open dialog.
 * @returns A ref for the element, and the landmark once known.
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
