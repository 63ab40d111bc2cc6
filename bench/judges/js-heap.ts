import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'

/** For a process that is to be asked; any free port. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Asks a process started with `inspected`, whose first output names its inspector. */
export async function openHeap(output: string) {
  const [address] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(output) ?? []
  if (!address) throw new Error('no inspector is listening')
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let sent = 0
  const ask = async (method: string): Promise<{ usedSize?: number }> => {
    const id = ++sent
    const answered = new Promise<{ usedSize?: number }>(resolve => {
      const read = (data: RawData) => {
        const answer = JSON.parse(`${data}`)
        if (answer.id !== id) return
        socket.off('message', read)
        resolve(answer.result)
      }
      socket.on('message', read)
    })
    socket.send(JSON.stringify({ id, method }))
    return answered
  }
  return {
    /** Of the serving thread after a full collection, so that only what is held counts. */
    async megabytes(): Promise<number> {
      await ask('HeapProfiler.collectGarbage')
      return ((await ask('Runtime.getHeapUsage')).usedSize ?? Number.NaN) / 2 ** 20
    },
    close: () => socket.close(),
  }
}
