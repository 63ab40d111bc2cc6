import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { HDKey } from '@scure/bip32'
import { Transaction } from '@scure/btc-signer'
import { expect, test, vi } from 'vitest'
import { parseTransaction, serialiseTransaction } from '../../src/coins/raw-transaction.ts'
import { parseAccount } from '../../src/keys/account/descriptor.ts'
import { type Desk, network, openDesk, payee, payment, raise } from '../support/desk.ts'

const keys = [1, 2, 3].map(byte => {
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, byte), network.bip32)
  return { fingerprint: master.fingerprint.toString(16).padStart(8, '0'), key: master.derive("m/48'/1'/0'/2'") }
})
const shown = keys.map(({ fingerprint, key }) => `[${fingerprint}/48h/1h/0h/2h]${key.publicExtendedKey}/<0;1>/*`)
const account = parseAccount(`wsh(sortedmulti(2,${shown.join(',')}))`, network)
const unknown = { code: 'not_found', message: walletMessages.psbtUnknown }

async function share() {
  const desk = await openDesk({ account, isWatching: true })
  for (const sats of [90_000, 60_000]) await desk.receive(sats)
  return desk
}
async function drafted(desk: Desk, request = payment(100_000)) {
  const { txid } = await desk.drafts.make(request, {})
  return { txid, psbt: desk.sharedDrafts.psbtOf(txid) }
}
function sign(psbt: string, signer: number): string {
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  for (let position = 0; position < transaction.inputsLength; position += 1) {
    const path = transaction.getInput(position).bip32Derivation?.[0]?.[1].path ?? []
    const [branch = 0, index = 0] = path.slice(-2)
    transaction.signIdx(keys[signer]?.key.deriveChild(branch).deriveChild(index).privateKey ?? expect.fail(), position)
  }
  return Buffer.from(transaction.toPSBT(0)).toString('base64')
}
const signed = (open: { signers: { signed: boolean }[] }) => open.signers.map(one => one.signed)

test('a draft of a shared wallet is listed with what it pays, who has signed, and how many are missing', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  expect(await desk.sharedDrafts.list()).toMatchObject([
    {
      txid,
      psbt,
      amount_sats: 100_000,
      recipient_address: payee,
      fee_sats: expect.any(Number),
      missing: 2,
      timestamp: expect.stringMatching(/^2023-11-14T22:13:20/),
      signers: keys.map(({ fingerprint }) => ({ fingerprint, path: '48h/1h/0h/2h', signed: false })),
    },
  ])
  const other = await drafted(await share(), payment(20_000))
  expect(() => desk.sharedDrafts.psbtOf(other.txid)).toThrow(expect.objectContaining(unknown))
})

test('a PSBT says which coins it spends with the transactions that made them, and which output is change', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  expect(transaction.inputsLength).toBe(2)
  for (const position of [0, 1]) {
    const { nonWitnessUtxo, bip32Derivation } = transaction.getInput(position)
    expect(nonWitnessUtxo).toBeDefined()
    expect(bip32Derivation).toHaveLength(3)
  }
  const ours = [0, 1].filter(position => transaction.getOutput(position).bip32Derivation)
  expect(ours).toHaveLength(1)
  expect(transaction.id).toBe(txid)
})

test('each signature is counted once; two of three finish the payment, which is then sent', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  const first = sign(psbt, 0)
  const one = await desk.sharedDrafts.add(first, txid)
  expect([one.added, one.missing, signed(one)]).toEqual([1, 1, [true, false, false]])
  const again = await desk.sharedDrafts.add(first)
  expect([again.added, again.missing]).toEqual([0, 1])
  expect(await desk.sharedDrafts.finish(first)).toBeNull()
  const two = await desk.sharedDrafts.add(sign(psbt, 2), txid)
  expect([two.added, two.missing, signed(two)]).toEqual([1, 0, [true, false, true]])
  expect(desk.sharedDrafts.psbtOf(txid)).toBe(two.psbt)
  const raw = await desk.sharedDrafts.finish(two.psbt)
  expect(parseTransaction(raw ?? '').txid).toBe(txid)
  expect(await desk.drafts.finish(raw ?? '')).toMatchObject({ txid, status: 'success' })
  expect(await desk.sharedDrafts.list()).toEqual([])
  expect(() => desk.sharedDrafts.psbtOf(txid)).toThrow(expect.objectContaining(unknown))
  expect(desk.database.reads.all('SELECT * FROM shared_drafts')).toEqual([])
})

test('the last signer need not add theirs first: it counts with those that are kept', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  await desk.sharedDrafts.add(sign(psbt, 0))
  const raw = await desk.sharedDrafts.finish(sign(psbt, 1))
  expect(parseTransaction(raw ?? '').txid).toBe(txid)
})

test('finishes a former draft by its coins if all belong to the wallet', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  const both = sign(sign(psbt, 0), 1)
  await desk.drafts.drop(txid)
  expect(parseTransaction((await desk.sharedDrafts.finish(both)) ?? '').txid).toBe(txid)
  const stranger = await share()
  await expect(stranger.sharedDrafts.finish(both)).rejects.toMatchObject(unknown)
  const single = await openDesk()
  await expect(single.sharedDrafts.finish(both)).rejects.toMatchObject(unknown)
  const { inputs, ...frame } = parseTransaction((await desk.sharedDrafts.finish(both)) ?? '')
  const mixed = [...inputs, { ...(inputs[0] ?? expect.fail()), txid: 'ab'.repeat(32) }]
  await expect(desk.sharedDrafts.finish(serialiseTransaction({ ...frame, inputs: mixed }))).rejects.toMatchObject(
    unknown,
  )
})

test('refuses malformed, foreign, unknown or wrongly signed PSBTs', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  const add = (text: string, expected?: string) => desk.sharedDrafts.add(text, expected)
  await expect(add('nonsense')).rejects.toMatchObject({ code: 'bad_request', message: walletMessages.psbtUnreadable })
  await expect(add(sign(psbt, 0), 'ab'.repeat(32))).rejects.toMatchObject({
    code: 'bad_request',
    message: walletMessages.psbtOther,
  })
  await expect((await share()).sharedDrafts.add(psbt)).rejects.toMatchObject(unknown)
  const answered = Buffer.from(sign(psbt, 0), 'base64')
  const [[, signature] = expect.fail()] = Transaction.fromPSBT(answered).getInput(0).partialSig ?? []
  const at = answered.indexOf(signature) + 20
  answered.writeUInt8(answered.readUInt8(at) ^ 1, at)
  await expect(add(answered.toString('hex'))).rejects.toMatchObject({
    code: 'bad_request',
    message: walletMessages.signaturesWrong,
  })
  expect(await desk.sharedDrafts.list()).toMatchObject([{ txid, missing: 2 }])
})

test('keeps simultaneous signatures of two signers, and none for a dropped draft', async () => {
  const desk = await share()
  const { txid, psbt } = await drafted(desk)
  await Promise.all([desk.sharedDrafts.add(sign(psbt, 0)), desk.sharedDrafts.add(sign(psbt, 1))])
  expect(await desk.sharedDrafts.list()).toMatchObject([{ missing: 0 }])
  const adding = desk.sharedDrafts.add(sign(psbt, 2))
  const outcome = expect(adding).rejects.toMatchObject(unknown)
  desk.database.transact(tx => desk.sharedDrafts.forget(tx, desk.store.findByTxid(txid)?.id ?? 0))
  await outcome
})

test("keeps a shared draft's coins reserved until it is sent or dropped", async () => {
  const desk = await share()
  const { txid } = await drafted(desk)
  desk.clock.ms += 50 * 365 * 24 * 60 * 60_000
  expect(desk.free()).toEqual([])
  await desk.drafts.drop(txid)
  expect(desk.free()).toEqual([90_000, 60_000])
  expect(await desk.sharedDrafts.list()).toEqual([])
})

test('open drafts are listed newest first, and a wallet with one key has none', async () => {
  const desk = await share()
  const [one, other] = [await drafted(desk, payment(30_000)), await drafted(desk, payment(40_000))]
  expect((await desk.sharedDrafts.list()).map(({ txid }) => txid)).toEqual([other.txid, one.txid])
  const single = await openDesk()
  expect(single.sharedDrafts.isShared()).toBe(false)
  const described = vi.spyOn(single.database.reads, 'all')
  expect(await single.sharedDrafts.list()).toEqual([])
  expect(described).not.toHaveBeenCalled()
  await single.receive(100_000)
  const { txid } = await single.drafts.make(payment(20_000), {})
  expect(() => single.sharedDrafts.psbtOf(txid)).toThrow(expect.objectContaining(unknown))
})

test('a shared payment can be raised like any other', async () => {
  const desk = await share()
  const { psbt } = await drafted(desk)
  const raw = (await desk.sharedDrafts.finish(sign(sign(psbt, 0), 1))) ?? ''
  const paid = await desk.drafts.finish(raw)
  const raised = await drafted(desk, raise(2, paid.txid, 20))
  expect(desk.store.findByTxid(raised.txid)).toMatchObject({ replaces: paid.txid })
})
