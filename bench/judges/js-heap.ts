import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'

/** For a process that is to be asked; any free port. */
export const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

interface Answer {
  readonly result?: { readonly value?: NodeJS.MemoryUsage }
}

/** Asks a process started with `inspected`, whose first output names its inspector. */
export async function openHeap(output: string) {
  const [address] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(output) ?? []
  if (!address) throw new Error('no inspector is listening')
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let sent = 0
  const ask = async (method: string, params = {}): Promise<Answer> => {
    const id = ++sent
    const answered = new Promise<Answer>(resolve => {
      const read = (data: RawData) => {
        const answer = JSON.parse(`${data}`)
        if (answer.id !== id) return
        socket.off('message', read)
        resolve(answer.result)
      }
      socket.on('message', read)
    })
    socket.send(JSON.stringify({ id, method, params }))
    return answered
  }
  return {
    /** In bytes, of the serving thread after a full collection, so that only what is held counts; buffers are the process's. */
    async held(): Promise<NodeJS.MemoryUsage> {
      await ask('HeapProfiler.collectGarbage')
      const { result } = await ask('Runtime.evaluate', { expression: 'process.memoryUsage()', returnByValue: true })
      if (!result?.value) throw new Error('the inspector names no memory')
      return result.value
    },
    close: () => socket.close(),
  }
}
