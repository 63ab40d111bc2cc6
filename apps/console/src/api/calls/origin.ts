const originKey = 'origin'

export function rememberOrigin(path = location.pathname + location.search + location.hash): void {
  if (isInAppPath(path)) sessionStorage.setItem(originKey, path)
}

export const hasOrigin = (): boolean => sessionStorage.getItem(originKey) !== null

/** The stored path, once; `/` without one. */
export function takeOrigin(): string {
  const path = sessionStorage.getItem(originKey)
  sessionStorage.removeItem(originKey)
  return path && isInAppPath(path) ? path : '/'
}

/** A path of this console to return to: never another host, never a sign-in or sign-out page. */
export function isInAppPath(path: string): boolean {
  if (!path.startsWith('/') || /^\/[/\\]/.test(path)) return false
  const base = 'https://console.invalid'
  if (!URL.canParse(path, base)) return false
  const url = new URL(path, base)
  return (
    url.origin === base && !url.pathname.startsWith('//') && !/^\/(auth\/.*|lock|login|logout)\/?$/.test(url.pathname)
  )
}
