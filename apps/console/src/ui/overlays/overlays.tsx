import { ConfirmHost } from './confirm-host.tsx'
import { ToastHost } from './toast-host.tsx'

export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <ToastHost />
    </>
  )
}
