import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '@hornets/server/api-error'
import { pacesBody } from '@hornets/server/http/http-limits'

export interface FormFile {
  readonly body: AsyncIterator<Uint8Array>
  readonly mime: string
  readonly name: string
}

/** What a form may hold besides its file: fields, headers, boundaries. */
export const besidesBytesMax = 256 * 1024

const limits = { files: 1, fields: 32, parts: 40, fieldSize: 16 * 1024, headerPairs: 16, headerSize: 8 * 1024 }

/** multipart/form-data with one file, read as it comes (NIP-96). */
export class UploadForm {
  readonly fields = new Map<string, string>()
  readonly #raw: IncomingMessage
  readonly #idleMs: number
  readonly #parser: BusboyInstance
  readonly #file = Promise.withResolvers<FormFile>()
  readonly #end = Promise.withResolvers<void>()
  #stream: BusboyFileStream | undefined
  #received = 0
  #failure: unknown
  #timer: NodeJS.Timeout | undefined

  /** `idleMs`: longest wait for the file, and after it for the end. Throws ApiError('bad_request') if this is no form. */
  constructor(raw: IncomingMessage, idleMs: number) {
    this.#raw = raw
    this.#idleMs = idleMs
    this.#parser = parserFor(raw.headers)
    // Nobody may be waiting when they fail.
    this.#file.promise.catch(() => {})
    this.#end.promise.catch(() => {})
    this.#listen()
    pacesBody(raw)
    raw.pipe(this.#parser)
  }

  /** The file, once its content begins. Rejects with an ApiError if the form has none, or another problem. */
  file(): Promise<FormFile> {
    return this.#file.promise
  }

  /** Resolves once the whole form has come. Rejects with an ApiError if it is incomplete or has another problem. */
  ended(): Promise<void> {
    return this.#end.promise
  }

  close(): void {
    this.#fail(new ApiError('bad_request', 'Upload not required'))
  }

  #listen(): void {
    const parser = this.#parser
    const tooMany = () => this.#fail(new ApiError('bad_request', 'Expected one file and few fields'))
    this.#wait()
    parser.on('file', (field, stream, name, _encoding, mime) => this.#begin(field, stream, { name, mime }))
    parser.on('field', (name, value, _isNameCut, isCut) => (isCut ? tooMany() : this.fields.set(name, value)))
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) parser.on(limit, tooMany)
    parser.on('error', cause => this.#fail(unreadable(cause)))
    parser.on('finish', () => this.#finish())
    this.#raw.on('data', this.#count)
    this.#raw.on('error', error => this.#fail(error))
    this.#raw.on('close', () => {
      if (!this.#raw.readableEnded) this.#fail(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    })
  }

  #begin(field: string, stream: BusboyFileStream, said: Pick<FormFile, 'mime' | 'name'>): void {
    this.#stream = stream
    stream.on('error', cause => this.#fail(unreadable(cause)))
    if (field !== 'file') {
      this.#fail(noFile())
      return
    }
    clearTimeout(this.#timer)
    stream.on('end', () => this.#wait())
    this.#file.resolve({ ...said, body: this.#contentOf(stream) })
  }

  async *#contentOf(stream: Readable): AsyncGenerator<Uint8Array> {
    try {
      yield* stream
    } catch (error) {
      throw this.#failure ?? error
    }
  }

  #wait(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#fail(new ApiError('timeout', 'The upload was too slow')), this.#idleMs)
  }

  #finish(): void {
    if (!this.#stream) this.#fail(noFile())
    clearTimeout(this.#timer)
    this.#end.resolve()
  }

  readonly #count = (chunk: Buffer): void => {
    this.#received += chunk.length
    if (this.#received - (this.#stream?.bytesRead ?? 0) > besidesBytesMax)
      this.#fail(new ApiError('bad_request', 'The form has too many fields'))
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure
    clearTimeout(this.#timer)
    this.#raw.off('data', this.#count)
    this.#raw.unpipe(this.#parser)
    this.#file.reject(this.#failure)
    this.#end.reject(this.#failure)
    if (this.#failure instanceof Error) this.#stream?.destroy(this.#failure)
  }
}

function parserFor(headers: IncomingHttpHeaders): BusboyInstance {
  const type = headers['content-type'] ?? ''
  try {
    if (/^multipart\/form-data\b/i.test(type)) return new Busboy({ headers: headers as BusboyHeaders, limits })
  } catch (cause) {
    throw unreadable(cause)
  }
  throw new ApiError('bad_request', 'Expected multipart/form-data with the file in a field named file')
}

const noFile = () => new ApiError('bad_request', 'Expected the file in a field named file')

const unreadable = (cause: unknown) => new ApiError('bad_request', 'The form is broken or incomplete', { cause })
