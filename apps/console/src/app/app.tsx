import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { ToastHost } from '../ui/toast.tsx'
import type { createConsoleRouter } from './router.tsx'

const queryClient = createQueryClient()

/** Everything that pages rely on. Base UI may write no <style> elements: the content policy forbids them. */
export function App({ router }: { readonly router: ReturnType<typeof createConsoleRouter> }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider>
          {/* Before the pages, so that they listen when a page's first effect has something to say. */}
          <ConfirmHost />
          <ToastHost />
          <RouterProvider router={router} />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  )
}
