/** `failed` answers open questions when the script cannot be loaded; the next one starts it again. */
export function openWorkerLine<Ask extends object, Tell>(start: () => Worker, failed: Tell) {
  let worker: Worker | undefined
  let last = 0
  const open = new Map<number, (answer: Tell) => void>()

  function begin(): Worker {
    const started = start()
    started.onmessage = ({ data: { id, tell } }: MessageEvent<{ readonly id: number; readonly tell: Tell }>) => {
      open.get(id)?.(tell)
      open.delete(id)
    }
    started.onerror = () => {
      worker = undefined
      for (const resolve of open.values()) resolve(failed)
      open.clear()
    }
    return started
  }

  return (ask: Ask): Promise<Tell> => {
    worker ??= begin()
    last += 1
    const reply = Promise.withResolvers<Tell>()
    open.set(last, reply.resolve)
    worker.postMessage({ id: last, ...ask })
    return reply.promise
  }
}
