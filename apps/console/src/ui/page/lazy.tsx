import { type ComponentType, useEffect, useState } from 'react'

const retryMs = 3000

export interface Lazy<Props> {
  /** Renders nothing until loaded. Mounting requests it. */
  readonly Part: ComponentType<Props>
  /** Preloads it; failures are retried when it is needed. */
  readonly fetch: () => void
}

/** A component in its own chunk. Loading is retried until it succeeds, so that a broken connection breaks no page. */
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

/** Quiet time on the network, ms, before preloading. */
const quietMs = 500
/** Maximum wait for pages that never rest, ms. */
const patienceMs = 8000

let quiet: Promise<void> | undefined

/** Resolves when the document and its first page have loaded: on a slow connection more would compete. */
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

/** Calls back when the first page has loaded and the browser is idle. Returns a function that cancels it. */
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
