import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { readS3Address, type S3Address } from '../../../src/media/library/stores/s3-address.ts'

const buckets = ['hornets-files', 'hornets-parts'] as const
type Bucket = (typeof buckets)[number]

/** A real S3 server on this machine, with two empty buckets; it checks signatures. `refuse` decides calls before it does. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'hornets-s3-'))
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets.map(name => ({ name })),
  })
  await s3.run()
  const [answer] = s3.httpServer.listeners('request') as RequestListener[]
  const state = {
    calls: [] as string[],
    /** Answers a call with this status instead. */
    refuse: (_call: string): number | undefined => undefined,
    /** Answers a call itself and returns true, without storing or reading anything. */
    lie: (_call: string, _response: ServerResponse): boolean => false,
  }
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    state.calls.push(call)
    if (state.lie(call, response)) return request.resume()
    const status = state.refuse(call)
    if (status === undefined) return answer?.(request, response)
    request.resume()
    return response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = (path = '/my/files', secret = 'S3RVER', bucket: Bucket = 'hornets-files') =>
    `http://S3RVER:${secret}@127.0.0.1:${port}/${bucket}${path}?region=eu-test-1`
  return {
    url,
    address: (...parts: Parameters<typeof url>) => readS3Address(url(...parts)) as S3Address,
    state,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      s3.httpServer.closeAllConnections()
      s3.httpServer.close()
      await once(s3.httpServer, 'close')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>
