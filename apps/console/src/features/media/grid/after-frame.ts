/**
 * Calls `work` after the frame in which it was asked for, however often. The page is laid out by then: measuring it before
 * would do that twice.
 */
export function afterFrame(work: () => void): { readonly ask: () => void; readonly cancel: () => void } {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return {
    ask() {
      waiting ??= setTimeout(() => {
        waiting = undefined
        work()
      })
    },
    cancel() {
      clearTimeout(waiting)
      waiting = undefined
    },
  }
}
