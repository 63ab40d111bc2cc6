import { useState } from 'react'

/** For a dialog with one action: busy while it runs, closed once it is done. */
export function useClosing(onClose: () => void) {
  const [isBusy, setBusy] = useState(false)
  /** `work` resolves with whether it was done. */
  async function act(work: () => Promise<boolean>): Promise<void> {
    setBusy(true)
    const isDone = await work()
    setBusy(false)
    if (isDone) onClose()
  }
  return { isBusy, act }
}
