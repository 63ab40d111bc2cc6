import { Outlet } from '@tanstack/react-router'
import { useStatus } from '../../api/queries/use-status.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

const { Part: MaintenancePage } = lazy(async () => {
  const [page] = await Promise.all([import('../errors/maintenance-page.tsx'), loadTexts('later')])
  return page.MaintenancePage
})

/** The page, or why it is unavailable. */
export function PageArea() {
  const { data } = useStatus()
  return data?.maintenance ? <MaintenancePage /> : <Outlet />
}
