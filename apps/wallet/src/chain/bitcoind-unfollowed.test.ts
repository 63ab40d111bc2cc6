import { expect, test } from 'vitest'
import { fakeNode } from '../../test/support/fake-node.ts'
import { BitcoindRpc } from './bitcoind-rpc.ts'
import { findUnfollowed } from './bitcoind-unfollowed.ts'

const coin = { txid: 'old', vout: 0, isSpent: false }
const header = (height: number) => ({ height, confirmations: 1, time: 0, previousblockhash: `block ${height - 1}` })

test('a coin that a block has spent since the round began is left to the next one, which reads by what; so is a payment that it holds', async () => {
  const { url } = await fakeNode({
    gettxout: () => null,
    gettxspendingprevout: ({ params }) => params[0],
    getbestblockhash: () => 'block 8',
    getblockheader: ({ params }) => header(Number(params[0].slice(6))),
    getblock: ({ params }) => ({
      ...header(Number(params[0].slice(6))),
      tx:
        params[0] === 'block 8'
          ? ['theirs', 'ours'].map(txid => ({ txid, hex: '00', vin: txid === 'ours' ? [] : [coin] }))
          : [],
    }),
  })
  const round = (cursor: string, tip: string) =>
    findUnfollowed(new BitcoindRpc({ url }), {
      ...{ cursor, tip, recent: () => [], heldBelow: () => [coin], isKnown: () => false, lost: ['ours'] },
      ...{ gap: { height: 5, coins: 1, sats: 1 }, unknownOf: async txids => txids },
    })
  for (const cursor of ['block 6', 'block 7'])
    expect(await round(cursor, 'block 7')).toEqual({ sightings: [], held: [], untold: new Set(['ours']) })
  expect(await round('block 7', 'block 8')).toMatchObject({
    sightings: ['theirs', 'ours'].map(txid => ({ txid, place: { height: 8 } })),
    held: [{ ...coin, isSpent: true }],
  })
})
