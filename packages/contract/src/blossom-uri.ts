/** A file that a `blossom:` address names (BUD-10), with hints where to find it. */
export interface BlossomUri {
  /** SHA-256, lower-case hex. */
  readonly hash: string
  /** Without the dot; `bin` if unknown. */
  readonly extension: string
  readonly size?: number | undefined
  readonly servers?: readonly string[]
  /** Public keys of uploaders, hex. */
  readonly authors?: readonly string[]
}

export function writeBlossomUri({ hash, extension, size, servers = [], authors = [] }: BlossomUri): string {
  const hints = [
    ...servers.map(server => `xs=${encodeURIComponent(server)}`),
    ...authors.map(author => `as=${author}`),
    ...(size === undefined ? [] : [`sz=${size}`]),
  ]
  return `blossom:${hash}.${extension}${hints.length > 0 ? `?${hints.join('&')}` : ''}`
}

/** Null for anything else. Hints that make no sense are left out, as after the end of a text that was cut. */
export function readBlossomUri(text: string): BlossomUri | null {
  const [, hash, extension, query = ''] =
    /^blossom:([0-9a-f]{64})\.([a-z0-9]{1,16})(?:\?(.*))?$/i.exec(text.trim()) ?? []
  if (hash === undefined || extension === undefined) return null
  const hints = new URLSearchParams(query)
  const size = Number(hints.get('sz') ?? Number.NaN)
  return {
    hash: hash.toLowerCase(),
    extension: extension.toLowerCase(),
    size: Number.isSafeInteger(size) && size > 0 ? size : undefined,
    servers: hints.getAll('xs').filter(server => /^(https?:\/\/)?[\w.:[\]-]+\/?$/.test(server)),
    authors: hints.getAll('as').filter(author => /^[0-9a-f]{64}$/.test(author)),
  }
}
