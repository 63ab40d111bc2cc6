import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from '../api/queries/query-client.ts'
import { signInHosts, usePendingSignIn } from '../api/session/sign-in-again.ts'
import { usePendingStepUp } from '../api/session/step-up.ts'
import { useHold } from '../ref-count.ts'
import { TooltipHost } from '../ui/overlays/tooltip.tsx'
import { lazy } from '../ui/page/lazy.tsx'
import { lazyLater } from './lazy-page.ts'
import { AtRest } from './lock/at-rest.tsx'
import { LockGate } from './lock/lock-gate.tsx'
import type { createConsoleRouter } from './router.tsx'

/** Loaded when there is something to ask or say; earlier messages wait. */
const { Part: Overlays } = lazy(async () => (await import('../ui/overlays/overlays.tsx')).Overlays)

const { Part: IdleHost } = lazyLater(async () => (await import('../features/idle/idle-host.tsx')).IdleHost)

const { Part: StepUpDialog } = lazyLater(
  async () => (await import('../features/sign-in-again/step-up-dialog.tsx')).StepUpDialog,
)

const { Part: SignInDialog } = lazyLater(
  async () => (await import('../features/sign-in-again/sign-in-dialog.tsx')).SignInDialog,
)

function SignInHost() {
  const pending = usePendingSignIn()
  useHold(signInHosts, true)
  return pending && <SignInDialog pending={pending} />
}

function StepUpHost() {
  const pending = usePendingStepUp()
  return pending && <StepUpDialog pending={pending} />
}

const { Part: PwaHost } = lazy(async () => (await import('./pwa/pwa-host.tsx')).PwaHost)

const { Part: AccountHost } = lazyLater(async () => (await import('./account-host.tsx')).AccountHost)

const queryClient = createQueryClient()

/** Everything that pages need. Base UI must not write <style> elements: the content policy forbids them. */
export function App({ router }: { readonly router: ReturnType<typeof createConsoleRouter> }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <LockGate>
          <RouterProvider router={router} />
          <TooltipHost />
          <StepUpHost />
          <SignInHost />
          <AtRest>
            <Overlays />
            <PwaHost onOpen={router.history.push} />
            <IdleHost />
            <AccountHost />
          </AtRest>
        </LockGate>
      </QueryClientProvider>
    </CSPProvider>
  )
}
