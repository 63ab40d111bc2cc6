import { type ComponentType, useEffect, useState } from 'react'

const retryMs = 3000

/** A part of the screen that is not needed for the first paint. */
export interface Late<Props> {
  /** Draws nothing until the part has come. Mounting it is asking for it. */
  readonly Part: ComponentType<Props>
  /** Fetches it ahead, so that it is there when it is asked for; a failure is met by asking again. */
  readonly fetch: () => void
}

/** A component in a chunk of its own. While it cannot be had it is asked for again: a broken line breaks no page. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
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

/** Calls back when the browser has nothing better to do, at the latest after two seconds. Returns the way to stop. */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
