import { useState } from 'react'

/**
 * Floating parts belong there: found by landmark, not blocked by an open dialog. Ref for the element, and the landmark.
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
