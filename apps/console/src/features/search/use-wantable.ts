import { type SearchedCategory, searchedBy } from '@hornets/contract/admin/search'
import { useMemo } from 'react'
import { mayCallAs, useRole } from '../../api/session/use-may.ts'
import { searchCategories, type Wanted } from './hits/hit.ts'

/** The categories that the signed-in user can search, and all of them together. */
export function useWantable(): readonly Wanted[] {
  const role = useRole()
  return useMemo(() => {
    const isFor = (name: string) => mayCallAs(role, { role: searchedBy[name as SearchedCategory] })
    return ['all', ...searchCategories.filter(isFor)]
  }, [role])
}
