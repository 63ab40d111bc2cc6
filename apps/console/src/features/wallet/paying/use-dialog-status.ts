import { useLayoutEffect } from 'react'

/** What leaving a payment would lose: nothing, the input, or the outcome. */
export type DialogStatus = 'nothing' | 'entered' | 'sending'

/** Tells the dialog around a payment what leaving would lose, before the next key can come: Escape then asks. */
export function useDialogStatus(status: DialogStatus, onStatus: (status: DialogStatus) => void): void {
  useLayoutEffect(() => {
    onStatus(status)
    return () => onStatus('nothing')
  }, [status, onStatus])
}
