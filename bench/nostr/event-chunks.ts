import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

export const chunkEvents = 50_000
/** Chunks from here on are for writing during a measurement; those below fill stores. */
export const firstFreshChunk = 4000

const folder = fileURLToPath(new URL('../../.cache/bench-events/', import.meta.url))

export const chunkPath = (chunk: number) => `${folder}${String(chunk).padStart(6, '0')}.jsonl`

export async function readChunk(chunk: number): Promise<string[]> {
  await makeChunks([chunk])
  return (await readFile(chunkPath(chunk), 'utf8')).trimEnd().split('\n')
}

export async function makeChunks(chunks: readonly number[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const missing = chunks.filter(chunk => !existsSync(chunkPath(chunk)))
  const threads = Math.min(availableParallelism(), missing.length)
  await Promise.all(Array.from({ length: threads }, () => signInThread(missing)))
}

async function signInThread(missing: number[]): Promise<void> {
  const worker = new Worker(new URL('./sign-worker.ts', import.meta.url))
  try {
    for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
      const text = await new Promise<string>((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', resolve)
        worker.postMessage({ from: (chunk ?? 0) * chunkEvents, count: chunkEvents })
      })
      worker.removeAllListeners('error')
      const path = chunkPath(chunk)
      await writeFile(`${path}.part`, text)
      await rename(`${path}.part`, path)
    }
  } finally {
    await worker.terminate()
  }
}
