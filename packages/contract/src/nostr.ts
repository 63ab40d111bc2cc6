import * as z from 'zod/mini'

/** Lower-case hex of 32 bytes: event ids and public keys (NIP-01). */
export const hex64 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** A public key as hex or npub (NIP-19). Not every text of this form is a key. */
export const pubkeyForm = /^([0-9a-fA-F]{64}|npub1[02-9ac-hj-np-z]{58})$/

/** The highest kind of an event (NIP-01). */
export const kindMax = 65_535

/** A Nostr event (NIP-01). Does not verify id or signature. */
export const nostrEvent = z.object({
  id: hex64,
  pubkey: hex64,
  created_at: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  kind: z.int().check(z.minimum(0), z.maximum(kindMax)),
  tags: z.array(z.array(z.string())),
  content: z.string(),
  sig: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
})
export type NostrEvent = z.infer<typeof nostrEvent>

export const mediaTypeGroups = {
  images: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml', 'image/heic'],
  videos: ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska', 'video/ogg'],
  audio: ['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/flac', 'audio/aac', 'audio/mp4', 'audio/webm'],
  documents: ['application/pdf', 'text/plain', 'text/markdown', 'text/csv', 'application/json', 'application/epub+zip'],
  compressed: [
    'application/zip',
    'application/gzip',
    'application/x-tar',
    'application/x-7z-compressed',
    'application/vnd.rar',
  ],
  other: ['application/octet-stream', 'application/wasm', 'model/gltf-binary', 'font/woff2'],
} as const
export type MediaTypeGroup = keyof typeof mediaTypeGroups

/** NIPs that the relay implements; its NIP-11 document lists no others. */
export const servedNips: readonly number[] = [
  1, 2, 4, 9, 11, 12, 13, 15, 16, 17, 20, 28, 33, 40, 42, 43, 45, 50, 56, 59, 62, 65, 70, 77, 78, 86, 96, 98,
]

/** Those of the chosen NIPs that the relay implements, in order and each once. */
export function supportedNips(chosen: readonly number[]): number[] {
  const served = new Set(servedNips)
  return [...new Set(chosen)].filter(nip => served.has(nip)).sort((a, b) => a - b)
}

/** NIPs offered on the relay info form: the twenty of SET-65 and further implemented ones. */
export const offeredNips: readonly number[] = [
  ...new Set([1, 2, 4, 5, 9, 11, 12, 15, 16, 20, 22, 26, 28, 33, 40, 42, 50, 56, 65, 78, ...servedNips]),
].sort((a, b) => a - b)
