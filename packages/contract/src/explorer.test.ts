import { expect, it } from 'vitest'
import { defaultsOf, wallet } from './admin/settings/index.ts'
import { explorerLink } from './explorer.ts'

const txid = 'ab'.repeat(32)
const { schema } = wallet.fields.explorer_url

it.each([
  'https://explorer.example/tx/{txid}',
  'https://explorer.example/#/search?q={txid}',
  'http://mempoolhqx4isw62xs7abwphsq7ldayuidyx2v2oethdhhj6mlo2r6ad.onion/tx/{txid}',
  'http://umbrel.local:3006/tx/{txid}',
  'http://127.0.0.1:3002/tx/{txid}',
])('%s names an explorer', template => {
  expect(schema.safeParse(template).success).toBe(true)
  expect(explorerLink(template, txid)).toBe(template.replace('{txid}', txid))
})

it.each([
  ['without the transaction', 'https://explorer.example/tx/'],
  ['with it twice', 'https://explorer.example/{txid}/{txid}'],
  ['with it in the host', 'https://{txid}.example/'],
  ['with a password', 'https://ada:pass@explorer.example/{txid}'],
  ['in the clear over the internet', 'http://explorer.example/tx/{txid}'],
  ['that only looks like one in one’s own house', 'http://10.example/tx/{txid}'],
  ['with another scheme', 'javascript:alert("{txid}")'],
  ['that is no address', 'explorer {txid}'],
])('one %s is refused, and never linked to', (_, template) => {
  expect(schema.safeParse(template).success).toBe(false)
  expect(explorerLink(template, txid)).toBeUndefined()
})

it('none is named by default, and nothing is linked to then', () => {
  expect(defaultsOf(wallet).explorer_url).toBe('')
  expect(schema.safeParse(' ').success).toBe(true)
  expect(explorerLink('', txid)).toBeUndefined()
})
