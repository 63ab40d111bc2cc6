import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { textLink } from '../../ui/buttons/text-link.ts'

const paths = [
  '/auth/login',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/security-code',
  '/auth/new-password',
  '/auth/lock',
] as const
export type AuthPath = (typeof paths)[number]

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

const named = (pathname: string): AuthPath | undefined => paths.find(path => path === pathname.replace(/\/$/, ''))

/** Whether the address names a screen; any other leads to `/` (ROUTE-05). */
export const isAuthPath = (pathname: string): boolean => named(pathname) !== undefined

/** The screen named by the address, or the login. */
export const authPathOf = (pathname: string): AuthPath => named(pathname) ?? '/auth/login'

/** Whether an invitation link was opened. */
export const isInvited = (): boolean =>
  authPathOf(location.pathname) === '/auth/sign-up' && new URLSearchParams(location.search).has('invitation')

export function useAuthPath(): AuthPath {
  return useSyncExternalStore(subscribe, () => authPathOf(location.pathname))
}

/** Shows another screen without a reload. Keeps the query with the setup token by default. */
export function goTo(path: AuthPath, { keepQuery = true, replace = false } = {}): void {
  const address = keepQuery ? path + location.search : path
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

export function Link({ to, children }: { readonly to: AuthPath; readonly children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to + location.search} onClick={follow} className={textLink}>
      {children}
    </a>
  )
}
