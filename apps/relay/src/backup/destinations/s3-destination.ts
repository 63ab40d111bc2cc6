import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { S3Address } from '../../media/library/stores/s3-address.ts'
import { S3Client, S3Error } from '../../media/library/stores/s3-client.ts'
import { listFiles, putFile } from '../../media/library/stores/s3-files.ts'
import { type Destination, MissingFile } from './destination.ts'
import { hashOfFile } from './hash-file.ts'

/** A bucket, where an upload appears under its name once it is complete. */
export class S3Destination implements Destination {
  readonly #client: S3Client
  readonly #prefix: string

  constructor(address: S3Address, wayOut: Pick<WayOut, 'stream'>) {
    this.#client = new S3Client(address, wayOut)
    this.#prefix = address.prefix
  }

  async list(prefix: string): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for await (const page of listFiles(this.#client, this.#prefix + prefix))
      for (const { key, bytes } of page) found.set(key.slice(this.#prefix.length), bytes)
    return found
  }

  async put(name: string, path: string): Promise<void> {
    const key = this.#prefix + name
    const { hash, bytes } = await hashOfFile(path)
    const handle = await open(path)
    await putFile(this.#client, key, { handle, size: bytes, hash }).finally(() => handle.close())
    const response = await this.#client.open({ method: 'HEAD', key })
    response.resume()
    const stored = Number(response.headers['content-length'])
    if (stored !== bytes) throw new S3Error(200, `stored ${stored} of ${bytes} bytes`)
  }

  /** The server answers when it has a file. */
  async settle(): Promise<void> {}

  async read(name: string): Promise<Readable> {
    return await this.#client.open({ method: 'GET', key: this.#prefix + name }).catch(error => {
      throw error instanceof S3Error && error.status === 404 ? new MissingFile(name) : error
    })
  }

  async remove(name: string): Promise<void> {
    await this.#client.ask({ method: 'DELETE', key: this.#prefix + name })
  }

  /** The server removes unfinished uploads by the bucket's own rules. */
  async sweep(): Promise<void> {}

  close(): void {
    this.#client.close()
  }
}
