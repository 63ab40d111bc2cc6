import type { Role } from '@hornets/contract/roles'
import { useMemo } from 'react'
import { offers } from '../api/server/server.ts'
import { mayCallAs, useRole } from '../api/session/use-may.ts'
import { useScreenClass } from '../ui/page/use-media.ts'
import { type Page, pages } from './pages.ts'

export type LinkedPage = Page & Required<Pick<Page, 'place'>>

const linked = pages.filter((page): page is LinkedPage => page.place !== undefined)

export const isReadableBy = (role: Role | undefined, { path, calls = [] }: Page): boolean =>
  offers(path) && calls.every(call => mayCallAs(role, call))

/** Linked pages that the signed-in user can read. */
export function usePages(): readonly LinkedPage[] {
  const role = useRole()
  return useMemo(() => linked.filter(page => isReadableBy(role, page)), [role])
}

export function usePagesHere(): readonly LinkedPage[] {
  const isDesktop = useScreenClass() === 'desktop'
  const readable = usePages()
  return useMemo(() => readable.filter(({ place }) => !(place.isBelowDesktop && isDesktop)), [readable, isDesktop])
}
