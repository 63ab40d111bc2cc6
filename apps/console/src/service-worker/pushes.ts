export interface Pushed {
  readonly id: string
  readonly title: string
  readonly text: string
  /** The console's page that shows more. */
  readonly path: string
}

const unknown: Pushed = { id: 'unknown', title: 'HORNETS', text: '', path: '/' }

/** What a push says. Browsers require that each is shown, so what cannot be read is shown without words. */
export function readPush(json: string | undefined): Pushed {
  try {
    const said = JSON.parse(json ?? '') as Record<string, unknown>
    const { id, title, text, path } = said
    if (![id, title, text].every(part => typeof part === 'string')) return unknown
    return { id, title, text, path: pageOf(path) } as Pushed
  } catch {
    return unknown
  }
}

/** A page of this console; the dashboard for everything else. */
export const pageOf = (path: unknown): string =>
  typeof path === 'string' && /^\/(?![/\\])[\w\-/?=&.]*$/.test(path) ? path : '/'

interface Window {
  readonly url: string
  readonly focused?: boolean
}

/** The window that shows a notification's page: a signed-in one, the focused one first. */
export function windowFor<W extends Window>(windows: readonly W[]): W | undefined {
  const usable = windows.filter(({ url }) => !new URL(url).pathname.startsWith('/auth/'))
  return usable.find(({ focused }) => focused) ?? usable[0]
}
