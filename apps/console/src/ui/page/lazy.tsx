import { type ComponentType, useEffect, useState } from 'react'

const retryMs = 3000

/** A part of the screen that is not needed for the first paint. */
export interface Lazy<Props> {
  /** Draws nothing until the part has come. Mounting it is asking for it. */
  readonly Part: ComponentType<Props>
  /** Fetches it ahead, so that it is there when it is asked for; a failure is met by asking again. */
  readonly fetch: () => void
}

/** A component in a chunk of its own. While it cannot be had it is asked for again: a broken line breaks no page. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let come: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const fetch = () => {
    coming ??= load().then(
      part => {
        come = part
      },
      () => {
        coming = undefined
      },
    )
    return coming
  }

  function Part(props: Props) {
    const [Shown, show] = useState(() => come)
    useEffect(() => {
      if (Shown) return
      let timer: ReturnType<typeof setTimeout> | undefined
      let left = false
      const ask = () =>
        void fetch().then(() => {
          if (left) return
          if (come) show(() => come)
          else timer = setTimeout(ask, retryMs)
        })
      ask()
      return () => {
        left = true
        clearTimeout(timer)
      }
    }, [Shown])
    return Shown ? <Shown {...props} /> : null
  }

  return { Part, fetch: () => void fetch() }
}

/** So long nothing may have come over the line, ms, before what is only likely to be wanted is fetched. */
const quietMs = 500
/** A page that never rests must not keep it away for ever, ms. */
const patienceMs = 8000

let quiet: Promise<void> | undefined

/** Resolves when the document and what its first page asks for have come: on a slow line anything more would be in their way. */
function untilQuiet(): Promise<void> {
  quiet ??= new Promise(resolve => {
    const begunAt = performance.now()
    let lastAt = begunAt
    const observer = new PerformanceObserver(() => {
      lastAt = performance.now()
    })
    observer.observe({ type: 'resource' })
    const timer = setInterval(() => {
      const now = performance.now()
      if (now - lastAt < quietMs && now - begunAt < patienceMs) return
      clearInterval(timer)
      observer.disconnect()
      resolve()
    }, quietMs / 2)
  })
  return quiet
}

/** Calls back when the first page has come and the browser has nothing better to do. Returns the way to stop. */
export function whenIdle(callback: () => void): () => void {
  let stopped = false
  let handle: number | undefined
  void untilQuiet().then(() => {
    if (stopped) return
    if (!('requestIdleCallback' in window)) callback()
    else handle = requestIdleCallback(callback, { timeout: 2000 })
  })
  return () => {
    stopped = true
    if (handle !== undefined) cancelIdleCallback(handle)
  }
}
