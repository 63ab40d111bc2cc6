import type { SetEntry } from '../set/backup-set.ts'

/** The part of ustar that archives of backups need: files with short names, sizes of any length. */
const block = 512
const sizeAt = 124
const sizeLength = 12
const sumAt = 148
const octalMax = 0o77777777777

export class NotTar extends Error {
  override readonly name = 'NotTar'
}

const padded = (bytes: number) => Math.ceil(bytes / block) * block

/** Of the whole archive. */
export const tarBytes = (entries: readonly { readonly bytes: number }[]): number =>
  entries.reduce((sum, { bytes }) => sum + block + padded(bytes), 2 * block)

/** Throws if an entry has another length than it says: a shorter archive would look whole. */
export async function* writeTar(entries: readonly SetEntry[]): AsyncGenerator<Uint8Array> {
  for (const { name, bytes, open } of entries) {
    yield header(name, bytes)
    let sent = 0
    for await (const chunk of await open()) {
      sent += chunk.length
      if (sent > bytes) break
      yield chunk
    }
    if (sent !== bytes) throw new Error(`${name} has changed while it was sent.`)
    yield Buffer.alloc(padded(bytes) - bytes)
  }
  yield Buffer.alloc(2 * block)
}

function header(name: string, bytes: number): Buffer {
  const found = Buffer.alloc(block)
  found.write(name, 0, 100, 'latin1')
  for (const [text, at] of [
    ['0000600\0', 100],
    ['0000000\0', 108],
    ['0000000\0', 116],
    ['00000000000\0', 136],
    ['        ', sumAt],
    ['0', 156],
    ['ustar\x0000', 257],
  ] as const)
    found.write(text, at, 'latin1')
  if (bytes <= octalMax) found.write(`${bytes.toString(8).padStart(11, '0')}\0`, sizeAt, 'latin1')
  else {
    found[sizeAt] = 0x80
    found.writeBigUInt64BE(BigInt(bytes), sizeAt + 4)
  }
  found.write(`${sumOf(found).toString(8).padStart(6, '0')}\0 `, sumAt, 'latin1')
  return found
}

/** Each content has to be read to its end before the next entry. Throws NotTar. */
export async function* readTar(
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<{ name: string; content: AsyncGenerator<Uint8Array> }> {
  const bytes = new Bytes(source)
  for (;;) {
    const head = await bytes.exactly(block)
    if (head.every(byte => byte === 0)) return
    const { name, size, isFolder } = readHeader(head)
    if (isFolder) continue
    yield { name, content: bytes.next(size) }
    await bytes.exactly(padded(size) - size)
  }
}

function readHeader(head: Buffer): { name: string; size: number; isFolder: boolean } {
  const text = (at: number, length: number) => head.toString('latin1', at, at + length).split('\0', 1)[0] ?? ''
  if (Number.parseInt(text(sumAt, 8), 8) !== sumOf(head)) throw new NotTar('a header is damaged')
  const type = text(156, 1)
  if (type !== '' && type !== '0' && type !== '5') throw new NotTar('it has other things than files')
  const size = head[sizeAt] === 0x80 ? Number(head.readBigUInt64BE(sizeAt + 4)) : octal(text(sizeAt, sizeLength))
  if (!Number.isSafeInteger(size) || (type === '5' && size > 0)) throw new NotTar('a size is wrong')
  const [prefix, name] = [text(345, 155), text(0, 100)]
  return { name: (prefix && `${prefix}/`) + name.replace(/^\.\//, ''), size, isFolder: type === '5' }
}

const octal = (text: string) => (/^[0-7]+ *$/.test(text) ? Number.parseInt(text, 8) : Number.NaN)

/** With its own field counted as spaces. */
function sumOf(head: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < block; at++) if (at < sumAt || at >= sumAt + 8) sum += head[at] as number
  return sum
}

class Bytes {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source
  }

  async *next(length: number): AsyncGenerator<Uint8Array> {
    for (let missing = length; missing > 0; ) {
      if (this.#rest.length === 0) await this.#fill()
      const taken = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(taken.length)
      missing -= taken.length
      yield taken
    }
  }

  async exactly(length: number): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    for await (const chunk of this.next(length)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async #fill(): Promise<void> {
    const { done, value } = await this.#source.next()
    if (done) throw new NotTar('it ends too early')
    this.#rest = value
  }
}
