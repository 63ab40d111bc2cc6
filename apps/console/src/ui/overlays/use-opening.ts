import { useState } from 'react'

export interface Opening {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  /** Its part has to be there: it is mounted from the first opening on, so that closing is drawn, too. */
  readonly wasOpen: boolean
}

/** Whether something that comes in a chunk of its own is open. */
export function useOpening(): Opening {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return { open, setOpen, wasOpen }
}
