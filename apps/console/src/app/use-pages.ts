import { useMemo } from 'react'
import { mayCallAs, useRole } from '../api/use-may.ts'
import { type Page, pages } from './pages.ts'

/** The pages that who is signed in may read. */
export function usePages(): readonly Page[] {
  const role = useRole()
  return useMemo(() => pages.filter(({ reads }) => !reads || mayCallAs(role, reads)), [role])
}
