import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { posix } from 'node:path'
import { Readable } from 'node:stream'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { type Destination, MissingFile } from './destination.ts'
import type { SftpAddress } from './sftp-address.ts'
import { connectSftp, type SftpConnection } from './sftp-connection.ts'

const unfinished = /\.part$/
/** What every server takes in one call, and how much is on its way at once. */
const pieceBytes = 2 ** 15
const blockBytes = 2 ** 20

const [endOfFile, noSuchFile] = [1, 2]

/** A folder on another machine: files appear under their names once they are whole. */
export class SftpDestination implements Destination {
  readonly #address: SftpAddress
  readonly #wayOut: Pick<WayOut, 'proxyFor'>
  readonly #folders = new Set<string>()
  #connection: Promise<SftpConnection> | undefined

  constructor(address: SftpAddress, wayOut: Pick<WayOut, 'proxyFor'>) {
    this.#address = address
    this.#wayOut = wayOut
  }

  async list(prefix: string): Promise<Map<string, number>> {
    const found = await this.#filesBelow(prefix.replace(/\/$/, ''))
    return new Map([...found].filter(([name]) => !unfinished.test(name)))
  }

  async put(name: string, path: string): Promise<void> {
    const sftp = await this.#sftp()
    const to = this.#at(name)
    await this.#makeFolder(sftp, posix.dirname(to))
    const beside = `${to}.${randomUUID()}.part`
    const handle = await ask<Buffer>(done => sftp.open(beside, 'wx', { mode: 0o600 }, done))
    try {
      await copyTo(sftp, handle, path)
      await sync(sftp, handle)
    } finally {
      await ask(done => sftp.close(handle, done))
    }
    await rename(sftp, beside, to)
  }

  /** Each file is synced before it gets its name. */
  async settle(): Promise<void> {}

  async read(name: string): Promise<Readable> {
    const sftp = await this.#sftp()
    const handle = await ask<Buffer>(done => sftp.open(this.#at(name), 'r', done)).catch(unlessGone)
    if (!handle) throw new MissingFile(name)
    return Readable.from(contentOf(sftp, handle), { objectMode: false })
  }

  async remove(name: string): Promise<void> {
    const sftp = await this.#sftp()
    await ask(done => sftp.unlink(this.#at(name), done)).catch(unlessGone)
  }

  async sweep(): Promise<void> {
    for (const name of (await this.#filesBelow('')).keys()) if (unfinished.test(name)) await this.remove(name)
  }

  close(): void {
    this.#connection?.then(
      ({ close }) => close(),
      () => {},
    )
  }

  async #filesBelow(folder: string): Promise<Map<string, number>> {
    const sftp = await this.#sftp()
    const found = new Map<string, number>()
    const entries = await ask<FileEntryWithStats[]>(done => sftp.readdir(this.#at(folder), done)).catch(unlessGone)
    for (const { filename, attrs } of entries ?? []) {
      const name = posix.join(folder, filename)
      if (attrs.isDirectory()) for (const [inside, bytes] of await this.#filesBelow(name)) found.set(inside, bytes)
      else if (attrs.isFile()) found.set(name, attrs.size)
    }
    return found
  }

  async #makeFolder(sftp: SFTPWrapper, folder: string): Promise<void> {
    if (this.#folders.has(folder)) return
    const isThere = await ask<Stats>(done => sftp.stat(folder, done)).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      await this.#makeFolder(sftp, posix.dirname(folder))
      await ask(done => sftp.mkdir(folder, { mode: 0o700 }, done))
    }
    this.#folders.add(folder)
  }

  #at(name: string): string {
    return posix.join(this.#address.path, name)
  }

  async #sftp(): Promise<SFTPWrapper> {
    this.#connection ??= connectSftp(this.#address, this.#wayOut)
    return (await this.#connection).sftp
  }
}

async function copyTo(sftp: SFTPWrapper, handle: Buffer, path: string): Promise<void> {
  const file = await open(path)
  try {
    const block = Buffer.allocUnsafe(blockBytes)
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(block, 0, blockBytes, position)
      if (bytesRead === 0) return
      const at = position
      await inPieces(bytesRead, (from, length) => ask(done => sftp.write(handle, block, from, length, at + from, done)))
      position += bytesRead
    }
  } finally {
    await (file as FileHandle).close()
  }
}

async function* contentOf(sftp: SFTPWrapper, handle: Buffer): AsyncGenerator<Buffer> {
  try {
    const { size } = await ask<Stats>(done => sftp.fstat(handle, done))
    for (let position = 0; position < size; position += blockBytes) {
      const block = Buffer.allocUnsafe(Math.min(blockBytes, size - position))
      await inPieces(block.length, async (from, length) => {
        for (let read = 0; read < length; ) {
          const more = await readPiece(sftp, handle, block, [from + read, length - read, position + from + read])
          if (more === 0) throw new Error('The server ended a file too early.')
          read += more
        }
      })
      yield block
    }
  } finally {
    await ask(done => sftp.close(handle, done)).catch(() => {})
  }
}

function readPiece(
  sftp: SFTPWrapper,
  handle: Buffer,
  into: Buffer,
  [from, length, position]: readonly [number, number, number],
): Promise<number> {
  const read = ask<number>(done => sftp.read(handle, into, from, length, position, done))
  return read.catch(error => (codeOf(error) === endOfFile ? 0 : Promise.reject(error)))
}

async function inPieces(bytes: number, work: (from: number, length: number) => Promise<unknown>): Promise<void> {
  const froms = Array.from({ length: Math.ceil(bytes / pieceBytes) }, (_, at) => at * pieceBytes)
  await Promise.all(froms.map(from => work(from, Math.min(pieceBytes, bytes - from))))
}

/** Servers other than OpenSSH may not offer it: the disk is theirs. */
async function sync(sftp: SFTPWrapper, handle: Buffer): Promise<void> {
  await ask(done => sftp.ext_openssh_fsync(handle, done)).catch(unlessUnknown)
}

/** In the place of an earlier one; servers without OpenSSH's way remove that first. */
async function rename(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await ask(done => sftp.ext_openssh_rename(from, to, done))
  } catch (error) {
    unlessUnknown(error)
    await ask(done => sftp.unlink(to, done)).catch(unlessGone)
    await ask(done => sftp.rename(from, to, done))
  }
}

type Done<Answer> = (error: Error | null | undefined, answer?: Answer) => void

function ask<Answer = void>(call: (done: Done<Answer>) => unknown): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  try {
    call((error, answer) => (error ? reject(error) : resolve(answer as Answer)))
  } catch (error) {
    reject(error)
  }
  return promise
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code

function unlessGone(error: unknown): undefined {
  if (codeOf(error) !== noSuchFile) throw error
}

function unlessUnknown(error: unknown): void {
  if (!(error as Error).message.includes('does not support this extended request')) throw error
}
