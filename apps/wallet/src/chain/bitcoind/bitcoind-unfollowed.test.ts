import { directWayOut } from '@hornets/server/outgoing/way-out'
import { expect, test } from 'vitest'
import { fakeNode } from '../../../test/support/fake-node.ts'
import { BitcoindRpc } from './bitcoind-rpc.ts'
import { findUnfollowed } from './bitcoind-unfollowed.ts'

const coin = { txid: 'old', vout: 0, isSpent: false }
const header = (height: number) => ({ height, confirmations: 1, time: 0, previousblockhash: `block ${height - 1}` })

async function nodeAt(best: number, paidAt: number) {
  const { url, of } = await fakeNode({
    gettxout: () => null,
    gettxspendingprevout: ({ params }) => params[0],
    getbestblockhash: () => `block ${best}`,
    getblockheader: ({ params }) => header(Number(params[0].slice(6))),
    getblock: ({ params }) => {
      const paid = ['theirs', 'ours'].map(txid => ({ txid, hex: '00', vin: txid === 'ours' ? [] : [coin] }))
      return { ...header(Number(params[0].slice(6))), tx: params[0] === `block ${paidAt}` ? paid : [] }
    },
  })
  const round = (cursor: string | null, tip: string, readTo: number | null = null) =>
    findUnfollowed(new BitcoindRpc({ url }, directWayOut), {
      cursor,
      readTo,
      tip,
      recent: () => [],
      heldBelow: () => [coin],
      isKnown: () => false,
      lost: ['ours'],
      gap: { height: 5, coins: 1, sats: 1 },
      unknownOf: async txids => txids,
    })
  return { round, of }
}
const foundAt = (height: number) => ({
  sightings: ['theirs', 'ours'].map(txid => ({ txid, place: { height } })),
  held: [{ ...coin, isSpent: true }],
})

test('leaves coins spent and payments confirmed during a round to the next one', async () => {
  const { round } = await nodeAt(8, 8)
  for (const cursor of ['block 6', 'block 7'])
    expect(await round(cursor, 'block 7')).toEqual({ sightings: [], held: [], untold: new Set(['ours']) })
  expect(await round('block 7', 'block 8')).toMatchObject(foundAt(8))
})

test('skips blocks that another source has read, unless a reorganisation reaches them', async () => {
  const { round, of } = await nodeAt(400, 250)
  expect((await round(null, 'block 400', 380)).sightings).toEqual([{ txid: 'ours', place: { kind: 'nowhere' } }])
  expect(of('getblock')).toHaveLength(120)
  expect(await round(null, 'block 400', 300)).toMatchObject(foundAt(250))
})
