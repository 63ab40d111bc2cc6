import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from '../api/query-client.ts'
import { ConfirmHost } from '../ui/confirm.tsx'
import { ToastHost } from '../ui/toast.tsx'
import { createConsoleRouter } from './router.tsx'

const queryClient = createQueryClient()
const router = createConsoleRouter()

/** Everything that pages rely on. Base UI may write no <style> elements: the content policy forbids them. */
export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider>
          <RouterProvider router={router} />
          <ConfirmHost />
          <ToastHost />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  )
}
