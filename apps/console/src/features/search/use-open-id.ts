import { useState } from 'react'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'

/** Of an event or a transaction. */
const idForm = /^[0-9a-f]{64}$/

/** What is open is in the URL, so that it can be linked and Back closes it. */
export function useOpenId(name: 'event' | 'tx') {
  const [{ [name]: given }, change] = useUrlParameters()
  const id = typeof given === 'string' && idForm.test(given) ? given : undefined
  // Stays while it closes.
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  return {
    shown,
    isOpen: id !== undefined,
    open: (next: string) => change({ [name]: next }),
    close: () => change({ [name]: undefined }, { replace: true }),
  }
}
