import { z } from 'zod'

const rpcError = z.object({ code: z.number().int(), message: z.string() })

export interface NodeAnswer {
  readonly meaning: 'known' | 'final' | 'passing'
  readonly reason: string
}

/** Bitcoin Core's RPC error codes (src/rpc/protocol.h). */
const rpcDeserialization = -22
const rpcVerifyRejected = -26
const rpcAlreadyInChain = -27

/** Invalid by itself, whatever the chain and the mempools contain (src/consensus/tx_check.cpp, tx_verify.cpp). */
const breaksTheRules =
  /^(bad-txns-(vin-empty|vout-empty|oversize|vout-negative|vout-toolarge|txouttotal-toolarge|inputs-duplicate|prevout-null|in-belowout|fee-outofrange|inputvalues-outofrange)|bad-cb-length|(mandatory|block)-script-verify-flag-failed)\b/

/** Null if not the node's. The server may rebroadcast, so only what can never confirm is final. */
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
