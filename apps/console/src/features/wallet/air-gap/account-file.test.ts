import { expect, test } from 'vitest'
import { readAccountFile } from './account-file.ts'

const xpub =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'
const shared = `wsh(sortedmulti(2,[73c5da0a/48h/0h/0h/2h]${xpub}/<0;1>/*,[d34db33f/48'/0'/0'/2']${xpub}/<0;1>/*))#0ys3zk8n`

test('a descriptor is found alone, behind comments, and in the JSON of a wallet', () => {
  for (const text of [
    shared,
    `# Receive and change descriptor (BIP389):\n${shared}\n\n# Receive descriptor\nwpkh(other)\n`,
    JSON.stringify({ label: 'Safe', blockheight: 1, descriptor: shared }),
    JSON.stringify({ descriptors: [{ desc: shared, active: true }] }),
  ])
    expect(readAccountFile(text)).toBe(shared)
})

test('finds a key with its origin without a descriptor, else shows the text unchanged', () => {
  expect(readAccountFile(`{"xfp":"73C5DA0A","xpub":"${xpub}"}`)).toBe(xpub)
  expect(readAccountFile(`key: [73c5da0a/84h/0h/0h]${xpub}\n`)).toBe(`[73c5da0a/84h/0h/0h]${xpub}`)
  expect(readAccountFile(' nothing \n')).toBe('nothing')
})
