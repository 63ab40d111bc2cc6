import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Time until the group is open and in view; its form may still be loading. */
const openingMs = 350
const lookAgainMs = 100
const looksMax = 50

/** Id of a field's control, for links. */
export const fieldPlace = (group: string, path: readonly string[]) => `${group}.${path.join('.')}`

/** Focuses the field named after `#` once its form is there. */
export function useFieldInLink(group: string | undefined): void {
  const hash = useLocation({ select: location => location.hash })
  const key = useLocation({ select: location => location.state.__TSR_key })
  // Another choice of the same field, by its own step of the history, leads there again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!group || !hash) return
    let looks = 0
    let timer = setTimeout(function look() {
      const place = document.querySelector(`[data-field="${CSS.escape(fieldPlace(group, [hash]))}"]`)
      const control = place?.querySelector<HTMLElement>(
        'input:not([aria-hidden=true]):not([type=hidden]), textarea, button, [role=switch]',
      )
      if (control) {
        control.scrollIntoView({ block: 'center' })
        control.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
      } else if (looks < looksMax) {
        looks += 1
        timer = setTimeout(look, lookAgainMs)
      }
    }, openingMs)
    return () => clearTimeout(timer)
  }, [group, hash, key])
}
