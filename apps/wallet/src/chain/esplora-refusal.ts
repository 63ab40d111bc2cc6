import { z } from 'zod'

const rpcError = z.object({ code: z.number().int(), message: z.string() })

/** What the node behind an Esplora server has said of a transaction. */
export interface NodeAnswer {
  readonly meaning: 'known' | 'final' | 'passing'
  readonly reason: string
}

/** Bitcoin Core's RPC error codes (src/rpc/protocol.h). */
const rpcDeserialization = -22
const rpcVerifyRejected = -26
const rpcAlreadyInChain = -27

/** Broken by what it says itself, whatever the chain and the mempools hold (src/consensus/tx_check.cpp, tx_verify.cpp). */
const breaksTheRules =
  /^(bad-txns-(vin-empty|vout-empty|oversize|vout-negative|vout-toolarge|txouttotal-toolarge|inputs-duplicate|prevout-null|in-belowout|fee-outofrange|inputvalues-outofrange)|bad-cb-length|(mandatory|block)-script-verify-flag-failed)\b/

/**
 * Null where it is not the node that speaks: then nobody knows what has become of the transaction. Servers hand on the
 * node's refusal as `sendrawtransaction RPC error: {"code": …, "message": …}`. Even of those most pass: a fee below today's
 * minimum, a rival in the mempool, coins that this node does not know yet. The server has the bytes and may offer them
 * again, so that only what can never confirm as it is counts as final.
 */
export function readNodeAnswer(text: string): NodeAnswer | null {
  const [, json] = /RPC error:\s*(\{.*\})\s*$/s.exec(text) ?? []
  const { data } = rpcError.safeParse(tryParse(json))
  if (!data) return null
  const { code, message: reason } = data
  if (code === rpcAlreadyInChain || /^txn-already-(known|in-mempool)\b/.test(reason))
    return { meaning: 'known', reason }
  const isFinal = code === rpcDeserialization || (code === rpcVerifyRejected && breaksTheRules.test(reason))
  return { meaning: isFinal ? 'final' : 'passing', reason }
}

function tryParse(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return undefined
  }
}
