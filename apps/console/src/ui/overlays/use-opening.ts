import { useState } from 'react'

export interface Opening {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  /** Mounted from the first opening on, so that closing is animated. */
  readonly wasOpen: boolean
}

/** Whether something in its own chunk is open. */
export function useOpening(): Opening {
  const [open, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return { open, setOpen, wasOpen }
}
