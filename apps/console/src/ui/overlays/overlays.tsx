import { ConfirmHost } from './confirm-host.tsx'
import { ToastHost } from './toast-host.tsx'

/** What comes over the page when there is something to ask or to say. */
export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <ToastHost />
    </>
  )
}
