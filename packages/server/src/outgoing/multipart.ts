import { randomUUID } from 'node:crypto'

export interface FormPart {
  readonly name: string
  readonly value: string | Uint8Array
  readonly fileName?: string
  readonly mimeType?: string
}

/** A body of `multipart/form-data` (RFC 7578), and its content type. */
export function multipart(parts: readonly FormPart[]): { readonly type: string; readonly body: Uint8Array } {
  const boundary = `hornets-${randomUUID()}`
  const chunks = parts.flatMap(part => [Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`), part.value, '\r\n'])
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map(chunk => Buffer.from(chunk as Uint8Array)))
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

function headOf({ name, fileName, mimeType }: FormPart): string {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`
  const type = mimeType === undefined ? '' : `\r\ncontent-type: ${mimeType.replace(/[\r\n]/g, '')}`
  return `content-disposition: form-data; name="${quoted(name)}"${file}${type}`
}

/** As browsers escape names, so that none ends its header. */
const quoted = (name: string) => name.replace(/\r\n|[\r\n"]/g, found => encodeURIComponent(found))
