import { Navigate } from '@tanstack/react-router'
import { useScreenClass } from '../../ui/page/use-media.ts'

/** `/profile` itself: a menu on phones; elsewhere the first page beside the menu (ROUTE-19, R-26). */
export function ProfileMenuPage() {
  return useScreenClass() === 'mobile' ? null : <Navigate to="/profile/personal-info" replace />
}
