import { readdir } from 'node:fs/promises'
import type { PublishedKind } from './published-kind.ts'

const folder = new URL('kinds/', import.meta.url)
const files = (await readdir(folder)).filter(name => /^[a-z-]+\.ts$/.test(name)).sort()

export const publishedKinds: readonly PublishedKind[] = await Promise.all(
  files.map(async name => (await import(new URL(name, folder).href)).published as PublishedKind),
)
