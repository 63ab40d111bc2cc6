import { listCoins } from '@hornets/contract/wallet/accounting'
import { listAddresses } from '@hornets/contract/wallet/addresses'
import { getWallet, setUp } from '@hornets/contract/wallet/set-up'
import { addSignatures, listOpenPsbts } from '@hornets/contract/wallet/signing'
import { dropPsbt, finishPsbt, makePsbt, type SpendRequest } from '@hornets/contract/wallet/spending'
import { Transaction } from '@scure/btc-signer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { RegtestNode } from '../support/bitcoind.ts'
import { Cosigner, withChecksum } from '../support/cosigners.ts'
import { World } from '../support/world.ts'

/** A point without a known private key (BIP 341). */
const nobody = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0'

let node: RegtestNode
const opened: World[] = []
let seed = 0

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())
afterEach(async () => {
  for (const world of opened.splice(0)) await world.close()
})

type Shape = (keys: readonly [string, string, string]) => string

const shapes: Record<string, Shape> = {
  'wsh(sortedmulti)': keys => `wsh(sortedmulti(2,${keys.map(key => `${key}/BRANCH/*`).join(',')}))`,
  'wsh(multi)': keys => `wsh(multi(2,${keys.map(key => `${key}/BRANCH/*`).join(',')}))`,
  'tr by scripts': ([a, b, c]) =>
    `tr(${nobody},{sortedmulti_a(2,${a}/BRANCH/*,${b}/BRANCH/*,${c}/BRANCH/*),multi_a(2,${b}/BRANCH/*,${c}/BRANCH/*)})`,
}

async function share(shape: Shape, source: 'bitcoind' | 'esplora' = 'bitcoind') {
  const signers = ['a', 'b', 'c'].map(name => {
    seed += 1
    return new Cosigner(node, `${name}${seed}`, seed)
  }) as [Cosigner, Cosigner, Cosigner]
  const body = shape(signers.map(({ shown }) => shown) as [string, string, string])
  for (const signer of signers) await signer.open(body)
  const world = await World.open(node, { source })
  opened.push(world)
  const descriptor = await withChecksum(node, body.replaceAll('BRANCH', '<0;1>'))
  expect((await world.operator.call(setUp, { body: { mode: 'watch', descriptor } })).status).toBe(201)
  await world.settle()
  for (const sats of [90_000, 60_000]) await node.pay(await world.newAddress(), sats)
  await node.mine(1)
  await world.settle()
  return { world, signers, body, descriptor }
}

async function draft(world: World, sats = 100_000, more: object = {}) {
  const body = { choice: 1, recipient_address: await node.newAddress(), spend_amount: sats, priority_rate: 5, ...more }
  const answer = await world.operator.call(makePsbt, { body: body as SpendRequest })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

const signersOf = (open: { signers: readonly { signed: boolean }[] }) => open.signers.map(({ signed }) => signed)

test.each(Object.keys(shapes))('%s: addresses are those of Bitcoin Core, on both branches', async name => {
  const { world, body, descriptor } = await share(shapes[name] as Shape)
  const given = (await world.operator.call(listAddresses)).body.map(({ address }) => address)
  const receiving = await withChecksum(node, body.replaceAll('BRANCH', '0'))
  expect(given).toEqual(await node.rpc('deriveaddresses', [receiving, [0, 1]]))
  const change = await withChecksum(node, body.replaceAll('BRANCH', '1'))
  const { addresses } = world.context
  expect([0, 1].map(index => addresses.at(1, index).address)).toEqual(
    await node.rpc('deriveaddresses', [change, [0, 1]]),
  )
  const facts = (await world.operator.call(getWallet)).body
  expect(facts).toMatchObject({ watch_only: true, account_number: 0, shared: { needed: 2 } })
  expect(facts.shared?.keys).toHaveLength(3)
  expect(facts.descriptor).toBe(descriptor)
})

test.each([
  ['wsh(sortedmulti)', 'bitcoind'],
  ['wsh(multi)', 'esplora'],
  ['tr by scripts', 'bitcoind'],
] as const)(
  '%s: two of three sign one after the other, over a restart; it is sent once, at the planned size',
  async (name, source) => {
    const { world, signers, descriptor } = await share(shapes[name] as Shape, source)
    const [a, , c] = signers
    const { psbt, txid, plan } = await draft(world)
    expect(plan.inputs).toHaveLength(2)
    const first = await world.operator.call(addSignatures, { body: { psbt: await a.sign(psbt), txid } })
    expect(first.body).toMatchObject({ txid, missing: 1, added: 1, amount_sats: 100_000 })
    expect(signersOf(first.body)).toEqual([true, false, false])
    const again = await world.operator.call(addSignatures, { body: { psbt: await a.sign(psbt) } })
    expect(again.body).toMatchObject({ missing: 1, added: 0 })
    const early = await world.operator.call(finishPsbt, { body: { psbt: first.body.psbt } })
    expect(early.status).toBe(400)

    await world.restart()
    await world.settle()
    expect((await world.operator.call(getWallet)).body.descriptor).toBe(descriptor)
    const [kept] = (await world.operator.call(listOpenPsbts)).body
    expect(kept).toMatchObject({
      txid,
      missing: 1,
      recipient_address: plan.outputs.find(({ change }) => !change)?.address,
    })
    expect(kept?.signers[0]).toEqual({ fingerprint: a.fingerprint, path: '48h/1h/0h/2h', signed: true })
    expect((await world.operator.call(listCoins)).body.map(({ locked }) => locked)).toEqual([true, true])

    const second = await world.operator.call(addSignatures, { body: { psbt: await c.sign(psbt), txid } })
    expect(second.body).toMatchObject({ missing: 0, added: 1 })
    expect(signersOf(second.body)).toEqual([true, false, true])
    expect(await node.rpc('getrawmempool')).not.toContain(txid)
    const core = await node.rpc<{ hex: string; complete: boolean }>('finalizepsbt', [second.body.psbt])
    expect(core.complete).toBe(true)
    const [accepted] = await node.rpc<{ allowed: boolean; vsize: number }[]>('testmempoolaccept', [[core.hex]])
    expect(accepted?.allowed).toBe(true)
    // A signature of 71 instead of 72 bytes saves a quarter of a vbyte per signer and coin.
    expect(plan.vsize - (accepted?.vsize ?? 0)).toBeGreaterThanOrEqual(0)
    expect(plan.vsize - (accepted?.vsize ?? 0)).toBeLessThanOrEqual(2)

    const sent = await world.operator.call(finishPsbt, { body: { psbt: second.body.psbt } })
    expect(sent.body).toMatchObject({ txid, status: 'success', fee_sats: plan.fee_sats })
    expect(await node.rpc('getrawmempool')).toContain(txid)
    expect((await world.operator.call(finishPsbt, { body: { psbt: second.body.psbt } })).body).toEqual(sent.body)
    expect((await world.operator.call(listOpenPsbts)).body).toEqual([])
    await node.mine(1)
    await world.settle()
    expect((await world.balance()).confirmed).toBe(150_000 - 100_000 - plan.fee_sats)
  },
)

test('signers who pass it on from one to the next bring it back finished, and it is sent', async () => {
  const { world, signers } = await share(shapes['tr by scripts'] as Shape)
  const { psbt, txid } = await draft(world)
  const finished = await signers[2].sign(await signers[1].sign(psbt))
  const back = await world.operator.call(addSignatures, { body: { psbt: finished } })
  expect(back.body).toMatchObject({ missing: 0, added: 2 })
  const { hex } = await node.rpc<{ hex: string }>('finalizepsbt', [finished])
  const sent = await world.operator.call(finishPsbt, { body: { psbt: hex } })
  expect(sent.body).toMatchObject({ txid, status: 'success' })
})

test('tr with an internal key of one of them: it signs alone, and a fee for the scripts is enough', async () => {
  const { world, signers } = await share(
    ([a, b, c]) => `tr(${a}/BRANCH/*,sortedmulti_a(2,${b}/BRANCH/*,${c}/BRANCH/*))`,
  )
  const { psbt, txid, plan } = await draft(world)
  const back = await world.operator.call(addSignatures, { body: { psbt: await signers[0].sign(psbt) } })
  expect(back.body).toMatchObject({ missing: 0 })
  expect((await world.operator.call(finishPsbt, { body: { psbt: back.body.psbt } })).body).toMatchObject({ txid })
  const entry = await node.rpc<{ vsize: number }>('getmempoolentry', [txid])
  expect(entry.vsize).toBeLessThan(plan.vsize)
})

test('refuses other transactions, wrong signatures and malformed PSBTs, and keeps nothing', async () => {
  const { world, signers } = await share(shapes['wsh(sortedmulti)'] as Shape)
  const one = await draft(world, 20_000)
  const other = await draft(world, 30_000)
  const add = (psbt: string, txid?: string) => world.operator.call(addSignatures, { body: { psbt, txid } })
  expect(await add(await signers[0].sign(other.psbt), one.txid)).toMatchObject({ status: 400 })
  expect(await add('no psbt')).toMatchObject({ status: 400 })

  const changed = Transaction.fromPSBT(Buffer.from(one.psbt, 'base64'))
  changed.updateOutput(0, { amount: (changed.getOutput(0).amount ?? 0n) - 1n })
  const foreign = Buffer.from(changed.toPSBT(0)).toString('base64')
  expect(await add(await signers[0].sign(foreign))).toMatchObject({ status: 404 })

  const signed = Transaction.fromPSBT(Buffer.from(await signers[0].sign(one.psbt), 'base64'))
  const [[, signature] = []] = signed.getInput(0).partialSig ?? []
  const forged = Transaction.fromPSBT(Buffer.from(one.psbt, 'base64'))
  const [key] = (forged.getInput(0).bip32Derivation ?? [])
    .map(([publicKey]) => publicKey)
    .filter(publicKey => {
      return !signed.getInput(0).partialSig?.some(([owner]) => Buffer.compare(owner, publicKey) === 0)
    })
  forged.updateInput(0, { partialSig: [[key as Uint8Array, signature as Uint8Array]] }, true)
  expect(await add(Buffer.from(forged.toPSBT(0)).toString('base64'))).toMatchObject({ status: 400 })
  const rows = (await world.operator.call(listOpenPsbts)).body
  expect(rows.map(signersOf)).toEqual([
    [false, false, false],
    [false, false, false],
  ])
})

test('its coins are kept until it is dropped, and it is not listed then', async () => {
  const { world } = await share(shapes['wsh(sortedmulti)'] as Shape)
  const { txid } = await draft(world)
  const body = { choice: 1, recipient_address: await node.newAddress(), spend_amount: 90_000, priority_rate: 5 }
  const refused = await world.operator.call(makePsbt, { body: body as SpendRequest })
  expect(refused).toMatchObject({ status: 422 })
  expect((await world.operator.call(dropPsbt, { body: { txid } })).status).toBe(200)
  expect((await world.operator.call(listOpenPsbts)).body).toEqual([])
  expect((await world.operator.call(makePsbt, { body: body as SpendRequest })).status).toBe(200)
})

test('a signature that leaves others room to change the payment is refused', async () => {
  const { world, signers } = await share(shapes['wsh(sortedmulti)'] as Shape)
  const { psbt } = await draft(world)
  for (const sighash of ['NONE', 'SINGLE', 'ALL|ANYONECANPAY']) {
    const loose = { psbt: await signers[0].sign(psbt, sighash) }
    expect(await world.operator.call(addSignatures, { body: loose })).toMatchObject({ status: 400 })
    expect(await world.operator.call(finishPsbt, { body: loose })).toMatchObject({ status: 400 })
  }
})

test('one that was dropped and comes back signed by enough is sent all the same', async () => {
  const { world, signers } = await share(shapes['tr by scripts'] as Shape)
  const { psbt, txid } = await draft(world)
  const signed = await signers[1].sign(await signers[0].sign(psbt))
  await world.operator.call(dropPsbt, { body: { txid } })
  expect(await world.operator.call(addSignatures, { body: { psbt: signed } })).toMatchObject({ status: 404 })
  const sent = await world.operator.call(finishPsbt, { body: { psbt: signed } })
  expect(sent.body).toMatchObject({ txid, status: 'success' })
})

test('a payment that two have signed is replaced by one that two others sign', async () => {
  const { world, signers } = await share(shapes['wsh(sortedmulti)'] as Shape)
  const send = async (psbt: string, by: readonly Cosigner[]) => {
    for (const signer of by) await world.operator.call(addSignatures, { body: { psbt: await signer.sign(psbt) } })
    const [open] = (await world.operator.call(listOpenPsbts)).body
    return (await world.operator.call(finishPsbt, { body: { psbt: open?.psbt ?? '' } })).body
  }
  const paid = await draft(world)
  expect(await send(paid.psbt, signers.slice(0, 2))).toMatchObject({ status: 'success' })
  const body = { choice: 2, original_tx_id: paid.txid, new_fee_rate: 9 } as SpendRequest
  const dearer = (await world.operator.call(makePsbt, { body })).body
  expect(await send(dearer.psbt, signers.slice(1))).toMatchObject({ status: 'success', txid: dearer.txid })
  expect(await node.rpc('getrawmempool')).toEqual([dearer.txid])
})
