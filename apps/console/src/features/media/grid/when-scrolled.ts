const watchers = new Set<() => void>()
let waiting: ReturnType<typeof setTimeout> | undefined

function measure(): void {
  waiting = undefined
  for (const work of watchers) work()
}

function ask(): void {
  waiting ??= setTimeout(measure)
}

/** After the frame, when the page is laid out. One listener and timer for all, since each costs as much as its work. */
export function whenScrolled(work: () => void): () => void {
  if (watchers.size === 0) {
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', ask)
  }
  watchers.add(work)
  return () => {
    watchers.delete(work)
    if (watchers.size > 0) return
    clearTimeout(waiting)
    waiting = undefined
    window.removeEventListener('scroll', ask)
    window.removeEventListener('resize', ask)
  }
}

/** Calls back once the next frame has been laid out. */
export function afterNextFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
