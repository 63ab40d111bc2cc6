import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { FileArchives } from './file-archives.ts'

const hashOf = (digit: number) => String(digit).repeat(64)

async function namesInZip(names: readonly string[]): Promise<string[]> {
  const rows = names.map((name, at) => ({
    hash: hashOf(at + 1),
    name,
    mime: 'image/png',
    bytes: 1,
    received_at: 1,
    trashed: 0,
  }))
  const archives = new FileArchives({
    catalogue: { byHashes: async () => new Map(rows.map(row => [row.hash, row])) },
    jobs: {},
    service: { openAny: async () => ({ content: { stream: async () => Readable.from([Buffer.from('x')]) } }) },
    prefix: '',
    now: () => 0,
  } as unknown as ConstructorParameters<typeof FileArchives>[0])
  const { path } = await archives.link({ hashes: rows.map(({ hash }) => hash) })
  const zip = await buffer(Readable.from(archives.open(String(path.split('key=')[1])).content))
  const found: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1))
    found.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString())
  return found
}

it('no file takes the name of another one in a zip, not even one that is called as its copy would be', async () => {
  const short = hashOf(3).slice(0, 12)
  const names = await namesInZip([`bee ${short}.png`, 'bee.png', 'BEE.png', 'bee.png', `bee ${short} 2.png`])
  expect(new Set(names.map(name => name.toLowerCase())).size).toBe(5)
  expect(names.slice(0, 3)).toEqual([`bee ${short}.png`, 'bee.png', `BEE ${short} 2.png`])
})
