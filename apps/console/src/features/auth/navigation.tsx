import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'

export type AuthPath = '/auth/login' | '/auth/sign-up'

const subscribe = (listener: () => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** Which of the two screens the address names; whatever else is under /auth is the login. */
export function authPathOf(pathname: string): AuthPath {
  return pathname.replace(/\/$/, '') === '/auth/sign-up' ? '/auth/sign-up' : '/auth/login'
}

export function useAuthPath(): AuthPath {
  return useSyncExternalStore(subscribe, () => authPathOf(location.pathname))
}

/** Shows the other screen without loading anew. The query carries the setup token, so it is kept unless told otherwise. */
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
    <a
      href={to + location.search}
      onClick={follow}
      className="inline-block min-h-6 font-semibold text-accent-text underline-offset-2 hover:underline"
    >
      {children}
    </a>
  )
}
