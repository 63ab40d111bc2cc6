export interface Seen {
  /** When the user can act: type a password, or leave the dashboard for another page. */
  usableMs: number
  doneMs: number
  /** The part above 50 ms of each task, as in Lighthouse's total blocking time. */
  blockingMs: number
  layoutShift: number
}

declare global {
  interface Window {
    benchmark?: Seen
  }
}

/**
 * Usable: the field keeps input over two frames (a framework may reset it); the dashboard has its heading and links.
 */
export function watchPage(): void {
  const seen: Seen = { usableMs: 0, doneMs: 0, blockingMs: 0, layoutShift: 0 }
  window.benchmark = seen
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) seen.blockingMs += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener('load', () => {
    // Extensions inject themselves around the load event.
    const pubkey = 'a'.repeat(64)
    Object.assign(window, { nostr: { getPublicKey: async () => pubkey, signEvent: async (event: unknown) => event } })
  })

  const typed = 'abc'
  const afterTwoFrames = (callback: () => void) => requestAnimationFrame(() => requestAnimationFrame(callback))
  const lookAtForm = (field: HTMLInputElement) => {
    field.focus()
    if (field.value !== typed) document.execCommand('insertText', false, typed)
    afterTwoFrames(() => {
      if (!document.contains(field) || field.value !== typed) return
      seen.usableMs ||= performance.now()
      seen.doneMs ||= seen.usableMs
    })
  }
  const lookAtPage = (main: Element) => {
    if (!seen.usableMs && document.querySelector('nav a'))
      afterTwoFrames(() => {
        if (document.contains(main)) seen.usableMs ||= performance.now()
      })
    const isLoading = main.querySelector('[aria-busy=true], [class*="animate-[pulse"]')
    const charts = main.querySelectorAll('section, article, [role=region]').length
    if (seen.usableMs && charts > 3 && !isLoading && main.querySelector('[role=slider]'))
      seen.doneMs ||= performance.now()
  }
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('input[name=password]')
    const main = document.querySelector('main:has(h1)')
    if (field && !field.disabled) lookAtForm(field)
    else if (main) lookAtPage(main)
    if (!seen.doneMs) requestAnimationFrame(look)
  }
  look()
}
